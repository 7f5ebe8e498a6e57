import * as fc from "fast-check";
import type { SiteProcedure } from "#server/http/rest/row.ts";
import { inputSchema } from "#server/http/rest/schemas.ts";
import { REST_TABLE } from "#server/http/rest/table.ts";
import {
  belongings,
  EVERYBODY,
  makeWorld,
  type Who,
  type World,
} from "#tests/support/access-world.ts";
import { arbitraryInput, mutated } from "#tests/support/arbitrary-input.ts";
import { askRest, askTrpc, procedures } from "#tests/support/ask-procedure.ts";
import { cleanUp } from "#tests/support/cleanup.ts";
import { SAMPLES } from "#tests/support/procedure-samples.ts";
import { snapshot } from "#tests/support/snapshot.ts";

/** Words of a program's inside: of stacks, databases, libraries and validators. */
const INTERNAL =
  /\bat \S+ \(|\.tsx?:\d|node_modules|drizzle|sqlite|postgres|ECONN|TypeError|ReferenceError|ZodError|TRPCError|invalid_type|Invalid (input|option|string)|expected \w+, received|Too (small|big): expected|Unrecognized key/i;

type Request = { name: SiteProcedure; who: Who; transport: "trpc" | "rest"; input: unknown };

export type Counts = { requests: number; accepted: number; refused: number };

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Inputs for a procedure: its sample with some fields made anew, made ones, and both mutated. */
const inputsOf = (name: SiteProcedure, world: World): fc.Arbitrary<unknown> => {
  const schema = inputSchema(procedures[name] ?? fail(name));
  const sample = SAMPLES[name].input?.(world) ?? {};
  if (schema === null) return fc.oneof(fc.constant(undefined), mutated({ id: 1 }));
  const made = arbitraryInput(schema);
  const mixed = fc
    .tuple(made, fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }))
    .map(([value, takes]) => {
      if (!isPlainObject(value)) return value;
      const taken = Object.entries(value).filter((_, index) => takes[index % takes.length]);
      return Object.assign({}, sample, Object.fromEntries(taken));
    });
  return fc.oneof(
    fc.constant(sample),
    mixed,
    made,
    mutated(sample),
    made.chain((value) => mutated(value)),
  );
};

const fail = (name: string): never => {
  throw new Error(`The router has no procedure ${name}.`);
};

const send = async (world: World, { name, who, transport, input }: Request) => {
  const { app, headers } = world;
  const row = REST_TABLE.find(({ procedure }) => procedure === name);
  return transport === "rest" && row !== undefined && (input === undefined || isPlainObject(input))
    ? await askRest(app, row, input, headers[who])
    : await askTrpc(app, name, input, headers[who]);
};

/** @returns what is wrong with how a request was answered, or null. */
const fault = async (world: World, request: Request, before: { all: string; members: string }) => {
  const response = await send(world, request);
  const output = await response.text();
  if (response.status >= 500) return { response, why: `answered ${response.status}: ${output}` };
  if (!response.ok && INTERNAL.test(output)) return { response, why: `says too much: ${output}` };
  if (!response.ok && (await snapshot(world)) !== before.all)
    return { response, why: `was refused with ${response.status} and has changed something` };
  // Whoever logs in with the member's password is the member.
  const isOthers = !["member", "admin"].includes(request.who) && request.name !== "accounts.login";
  if (isOthers && (await belongings(world)) !== before.members)
    return { response, why: "has changed what is the member's" };
  return { response, why: null };
};

/**
 * Sends generated requests to a procedure: valid and mutated inputs, as everybody, over tRPC and
 * REST, to a site of their own.
 * @param given.seed from which everything follows.
 * @param given.requests how many.
 * @throws at the first answer with an error of the server or with internals in it, at the first
 *   refused request that changed something, and at the first that changed what is another's. The
 *   message holds the request and the seed.
 */
export const sendGenerated = async (
  name: SiteProcedure,
  given: { seed: number; requests: number },
): Promise<Counts> => {
  const { seed, requests } = given;
  const counts = { requests: 0, accepted: 0, refused: 0 };
  let world = await makeWorld();
  const drawn = fc.sample(
    fc.tuple(
      fc.constantFrom(...EVERYBODY),
      fc.constantFrom("trpc" as const, "rest" as const),
      inputsOf(name, world),
    ),
    { seed, numRuns: requests },
  );
  const look = async () => ({ all: await snapshot(world), members: await belongings(world) });
  let before = await look();
  for (const [who, transport, input] of drawn) {
    const request = { name, who, transport, input };
    const { response, why } = await fault(world, request, before);
    if (why !== null)
      throw new Error(
        `${JSON.stringify(request).slice(0, 2000)} ${why}\n(seed ${seed}, ${requests} requests)`,
      );
    counts.requests += 1;
    counts[response.ok ? "accepted" : "refused"] += 1;
    // Whoever may change something may have changed what the next one needs.
    const hasChanged = response.ok && procedures[name]?._def.type === "mutation";
    if (hasChanged && (who === "member" || who === "admin")) {
      await cleanUp();
      world = await makeWorld();
    }
    // What was refused has changed nothing: all is as it was looked at.
    if (response.ok) before = await look();
  }
  return counts;
};
