import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { and, eq, ne } from "drizzle-orm";
import type { SiteProcedure } from "#server/http/rest/row.ts";
import { REST_TABLE } from "#server/http/rest/table.ts";
import { STEP_UP } from "#shared/account-messages.ts";
import { type LimitName, LIMITS } from "#shared/constants/limits.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { makeWorld, type World } from "#tests/support/access-world.ts";
import { askRest, askTrpc, procedures } from "#tests/support/ask-procedure.ts";
import { DECISIONS, GUARDED_READS } from "#tests/support/call-decisions.ts";
import { PROCEDURES, SAMPLES } from "#tests/support/procedure-samples.ts";
import { signedIn } from "#tests/support/sign-in.ts";

const isLimit = (limit: string): limit is LimitName => Object.hasOwn(LIMITS, limit);

const LATER_MS = 11 * MINUTE_MS;

const definitionOf = (name: SiteProcedure) => {
  const found = procedures[name];
  if (found === undefined) throw new Error(`There is no procedure ${name}.`);
  return found._def;
};

const isOfTeam = (name: SiteProcedure) => /team|admin/.test(definitionOf(name).meta.kind);

const headersFor = ({ headers }: World, name: SiteProcedure) => {
  const { kind } = definitionOf(name).meta;
  if (kind === "public") return headers.anonymous;
  if (kind === "bridge") return headers.plugin;
  return isOfTeam(name) ? headers.admin : headers.member;
};

/** What leads to the question who it is, where the usual sample is refused for another reason. */
const ASKING: Partial<Record<SiteProcedure, (world: World) => Promise<Record<string, unknown>>>> = {
  "administration.demote": async ({ app, ids }) => {
    const { users } = app.deps.store.tables;
    const [other] = await app.deps.store.read
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.role, "Admin"), ne(users.id, ids.admin)));
    return { id: other?.id };
  },
  "rights.erase": async ({ app, bystander }) => {
    const { users } = app.deps.store.tables;
    const [user] = await app.deps.store.read
      .select({ email: users.email })
      .from(users)
      .where(eq(users.id, bystander));
    return { id: bystander, email: user?.email, reason: "request" };
  },
  "rights.merge": async ({ app }) => {
    const { headers } = await signedIn(app);
    return { otherToken: headers.authorization.slice("Bearer ".length), mark: "", keepOthers: [] };
  },
};

const inputFor = async (world: World, name: SiteProcedure) =>
  (await ASKING[name]?.(world)) ?? SAMPLES[name].input?.(world);

const PROVEN = PROCEDURES.filter(
  (name) => DECISIONS[name]?.proof === true || GUARDED_READS[name] === true,
);

/** Client code that makes a CSV file without asking first, and why. */
const OPEN_FILES: Readonly<Record<string, string>> = {
  "features/administration/today.tsx": "Sums over everybody.",
  "features/points/entry-row.tsx": "One's own; the server asks for another's.",
};

test("[STEP-01] every CSV file with data of others is made after the question who makes it", async () => {
  const root = join(import.meta.dir, "../../src/client");
  const silent: string[] = [];
  for await (const file of new Bun.Glob("**/*.{ts,tsx}").scan({ cwd: root })) {
    const text = await Bun.file(join(root, file)).text();
    if (/\bsaveCsv\(/.test(text) && !/\bawait assertConfirmed\(\)/.test(text)) silent.push(file);
  }
  expect(silent.toSorted()).toEqual(Object.keys(OPEN_FILES).toSorted());
});

describe("every call that changes something", () => {
  test("has a decision: whether it asks who it is, and by what it is limited", () => {
    const changing = PROCEDURES.filter((name) => definitionOf(name).type === "mutation");
    expect(Object.keys(DECISIONS).toSorted()).toEqual(changing.toSorted() as string[]);
  });

  test("[STEP-01] is refused with step_up where it asks who it is, over tRPC and over REST alike", async () => {
    const world = await makeWorld();
    world.app.clock.advance(LATER_MS);
    const answers: Record<string, unknown> = {};
    for (const name of PROVEN) {
      const input = await inputFor(world, name);
      const response = await askTrpc(world.app, name, input, headersFor(world, name));
      const body = (await response.json()) as { error?: { data: { code: string } } };
      answers[name] = [response.status, body.error?.data.code];
      for (const row of REST_TABLE.filter(({ procedure }) => procedure === name)) {
        const answer = await askRest(world.app, row, input, headersFor(world, name));
        const text = await answer.text();
        answers[`${row.method} ${row.path}`] = [
          answer.status,
          /step_up/.test(text) || text.includes(STEP_UP.asked) ? "step_up" : text,
        ];
      }
    }
    const others = Object.entries(answers).filter(
      ([, answer]) => JSON.stringify(answer) !== '[403,"step_up"]',
    );
    expect(others).toEqual([]);
    expect(PROVEN.length).toBeGreaterThan(20);
  });

  test("[STEP-01] asks sometimes where a test shows when", async () => {
    const files = [...Object.values(DECISIONS), ...Object.values(GUARDED_READS)].flatMap((one) => {
      const proof = typeof one === "object" ? one.proof : one;
      return typeof proof === "string" ? [proof] : [];
    });
    for (const file of new Set(files))
      expect(await Bun.file(file).text()).toMatch(/step_up|STEP_UP/);
  });

  test("[LIMIT-11] of the team about others counts before anything is tried", () => {
    const declared = PROCEDURES.filter((name) => definitionOf(name).meta.limit !== undefined);
    const decided = PROCEDURES.filter((name) => DECISIONS[name]?.limit === "teamActsByMember");
    expect(decided.toSorted()).toEqual(declared.toSorted());
  });

  /** Those that the usual sample lets succeed, so that what they count stays. */
  const counted = PROCEDURES.filter((name) => {
    const limit = DECISIONS[name]?.limit;
    const { status = 200, admin = SAMPLES[name].others ?? status } = SAMPLES[name];
    const expected = isOfTeam(name) ? admin : status;
    return limit !== undefined && isLimit(limit) && expected === 200;
  });

  for (const name of counted)
    test(`${name} counts where its decision says so`, async () => {
      const world = await makeWorld();
      const { store } = world.app.deps;
      const counts = async () =>
        new Map(
          (await store.read.select().from(store.tables.limits)).map(({ key, count }) => [
            key,
            count,
          ]),
        );
      const before = await counts();
      const input = SAMPLES[name].input?.(world);
      expect((await askTrpc(world.app, name, input, headersFor(world, name))).status).toBe(200);
      const changed = [...(await counts())].filter(([key, count]) => before.get(key) !== count);
      expect(changed.map(([key]) => key.split(":")[0])).toContain(DECISIONS[name]?.limit);
    });
});

test("[LIMIT-11] nobody of the team does more about others than the limit allows", async () => {
  const limited = await makeWorld((config) => ({
    ...config,
    community: {
      ...config.community,
      limits: { ...config.community.limits, teamActsByMember: { max: 2, windowMs: MINUTE_MS } },
    },
  }));
  const { app, headers, bystander } = limited;
  const ask = async () =>
    (await askTrpc(app, "administration.promote", { id: bystander }, headers.admin)).status;
  expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429]);
  app.clock.advance(MINUTE_MS + 1);
  expect(await ask()).toBe(200);
});
