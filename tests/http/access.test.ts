import { describe, expect, test } from "bun:test";
import type { SiteProcedure } from "#server/http/rest/row.ts";
import { REST_TABLE } from "#server/http/rest/table.ts";
import {
  belongings,
  EVERYBODY,
  makeWorld,
  OWN_WORDS,
  type Who,
  type World,
} from "#tests/support/access-world.ts";
import { askRest, askTrpc, procedures } from "#tests/support/ask-procedure.ts";
import { PROCEDURES, SAMPLES } from "#tests/support/procedure-samples.ts";

const kindOf = (name: SiteProcedure) => procedures[name]?._def.meta.kind ?? "public";

/** Which permission it takes is asked in permissions.test.ts; an Admin has all. */
const isOfTeam = (kind: string) => kind === "team" || kind === "admin";

/** What the kind of a procedure makes of whoever calls it. */
const statusFor = (name: SiteProcedure, who: Who): number => {
  const { status = 200, others = status, admin = others } = SAMPLES[name];
  const kind = kindOf(name);
  // A key of a plugin opens the bridge alone, and nothing else does.
  if (kind === "bridge" || who === "plugin")
    return (kind === "bridge") === (who === "plugin") ? status : 401;
  if (kind !== "public" && (who === "anonymous" || who === "signed out")) return 401;
  if (isOfTeam(kind) && who !== "admin") return 403;
  if (who === "admin") return admin;
  return who === "stranger" ? others : status;
};

/** No address of anybody else reaches whoever is no Admin. */
const assertNoAddress = async ({ app, ids }: World, who: Who, text: string) => {
  if (who === "admin") return;
  const { users } = app.deps.store.tables;
  for (const { id, email } of await app.deps.store.read.select().from(users))
    if (id !== ids[who] && email !== null) expect(`${who}: ${text}`).not.toContain(email);
};

/** A call that is open to everybody is not asked by a key, too. */
const askersOf = (name: SiteProcedure) =>
  EVERYBODY.filter((who) => who !== "plugin" || kindOf(name) !== "public");

/** Asks as everybody, one after the other. */
const askAsEverybody = async (
  name: SiteProcedure,
  ask: (world: World, input: Record<string, unknown> | undefined, who: Who) => Promise<Response>,
) => {
  const answers: Record<string, number> = {};
  const world = await makeWorld();
  const before = await belongings(world);
  for (const who of askersOf(name)) {
    const response = await ask(world, SAMPLES[name].input?.(world), who);
    answers[who] = response.status;
    await assertNoAddress(world, who, await response.clone().text());
    if (who === "member" || kindOf(name) === "public") continue;
    const isTheirs = who === "admin" && SAMPLES[name].admin === 200 && response.ok;
    if (!isTheirs || procedures[name]?._def.type === "query")
      expect(`${who}: ${await belongings(world)}`).toBe(`${who}: ${before}`);
    if (isOfTeam(kindOf(name))) continue;
    const text = await response.text();
    const { id, email, session } = world.member;
    const secrets = [email, session.id, session.secret, OWN_WORDS.notification];
    for (const secret of isTheirs ? secrets : [...secrets, id, OWN_WORDS.ticket])
      expect(`${who}: ${text}`).not.toContain(secret);
  }
  return answers;
};

const expected = (name: SiteProcedure, success = 200) =>
  Object.fromEntries(
    askersOf(name).map((who) => {
      const status = statusFor(name, who);
      return [who, status === 200 ? success : status];
    }),
  );

describe("every procedure", () => {
  test("is known here", () => {
    expect(PROCEDURES.toSorted()).toEqual(Object.keys(procedures).toSorted() as SiteProcedure[]);
  });

  for (const name of PROCEDURES) {
    test(`${name} says who may call it, and what it answers`, () => {
      const definition = procedures[name]?._def;
      expect(["public", "member", "team", "admin", "bridge"]).toContain(
        definition?.meta.kind ?? "",
      );
      expect(definition?.output).toBeDefined();
    });

    test(`${name} lets in whom its kind names, and neither shows nor touches what is another's`, async () => {
      const answers = await askAsEverybody(name, ({ app, headers }, input, who) =>
        askTrpc(app, name, input, headers[who]),
      );
      expect(answers).toEqual(expected(name));
    });
  }
});

describe("every row of the REST table", () => {
  for (const row of REST_TABLE)
    test(`${row.method} ${row.path} lets in whom its procedure does`, async () => {
      const answers = await askAsEverybody(row.procedure, ({ app, headers }, input, who) =>
        askRest(app, row, input, headers[who]),
      );
      const success = row.reply === "empty" ? 204 : (row.status ?? 200);
      expect(answers).toEqual(expected(row.procedure, success));
    });
});
