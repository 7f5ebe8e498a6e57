import { describe, expect, test } from "bun:test";
import { encodePng } from "#sandbox/identity/avatar.ts";
import type { SiteProcedure } from "#server/http/rest/row.ts";
import { REST_TABLE } from "#server/http/rest/table.ts";
import { type Permission, PERMISSIONS } from "#shared/constants/accounts.ts";
import { BRIDGE_SCOPES } from "#shared/constants/points.ts";
import { makeWorld, OWN_WORDS, type World } from "#tests/support/access-world.ts";
import { withTeamFactor } from "#tests/support/app.ts";
import { askRest, askTrpc, procedures } from "#tests/support/ask-procedure.ts";
import {
  BRIDGE_CALLS,
  NEEDED_BESIDES,
  TEAM_CALLS,
  WIDER_CALLS,
} from "#tests/support/permission-map.ts";
import { type Asker, holderOf, makePermissionWorld } from "#tests/support/permission-world.ts";
import { PROCEDURES, SAMPLES } from "#tests/support/procedure-samples.ts";
import { snapshot } from "#tests/support/snapshot.ts";

const kindOf = (name: SiteProcedure) => procedures[name]?._def.meta.kind ?? "none";
const isQuery = (name: SiteProcedure) => procedures[name]?._def.type === "query";
const named = (map: object) => Object.keys(map).toSorted() as SiteProcedure[];

/** One way to call a procedure, and what it is called in messages. */
type Call = {
  readonly title: string;
  readonly name: SiteProcedure;
  readonly ask: (world: World, headers: Asker<string>["headers"]) => Promise<Response>;
};

/** Every procedure over tRPC, and every row of the REST table. */
const CALLS: readonly Call[] = [
  ...PROCEDURES.map((name): Call => ({
    title: name,
    name,
    ask: async (world, headers) =>
      await askTrpc(world.app, name, SAMPLES[name].input?.(world), headers),
  })),
  ...REST_TABLE.map((row): Call => ({
    title: `${row.method} ${row.path}`,
    name: row.procedure,
    ask: async (world, headers) =>
      await askRest(world.app, row, SAMPLES[row.procedure].input?.(world), headers),
  })),
];
const callsOf = (map: object) => CALLS.filter(({ name }) => name in map);

/** What members are answered whom it does not concern, and those who may do more. */
const answersOf = (name: SiteProcedure) => {
  const { status = 200, others = status, admin = others } = SAMPLES[name];
  return { others, admin };
};

/** A row's success may be 201 or 204; every other status is the procedure's. */
const isAnswer = (status: number, expected: number) =>
  expected === 200 ? status >= 200 && status < 300 : status === expected;

/** Every address but the asker's own. */
const addressesBut = async ({ app }: World, userId: string | null) => {
  const { users } = app.deps.store.tables;
  const all = await app.deps.store.read.select({ id: users.id, email: users.email }).from(users);
  return all.flatMap(({ id, email }) => (id === userId || email === null ? [] : [email]));
};

/** What only the member may see. */
const secretsOf = ({ member }: World) => [
  member.session.id,
  member.session.secret,
  OWN_WORDS.notification,
];

/**
 * Asks, and says what is wrong with the answer: another status, or words in it that the asker may not see.
 * @param hidden these words.
 */
const faultsOf = async (
  world: World,
  { title, ask }: Call,
  { right, headers }: Asker<string>,
  { expected, hidden }: { expected: number; hidden: readonly string[] },
): Promise<string[]> => {
  const response = await ask(world, headers);
  const text = await response.text();
  const faults = isAnswer(response.status, expected) ? [] : [`answers ${response.status}`];
  for (const word of hidden) if (text.includes(word)) faults.push(`shows ${word}`);
  return faults.map((fault) => `${title} to ${right}: ${fault}`);
};

test("every call is everybody's, every member's, or stands here with what it needs", () => {
  const team = PROCEDURES.filter((name) => ["team", "admin"].includes(kindOf(name)));
  expect(team.toSorted()).toEqual(named(TEAM_CALLS));
  expect(PROCEDURES.filter((name) => kindOf(name) === "bridge").toSorted()).toEqual(
    named(BRIDGE_CALLS),
  );
  for (const name of named(WIDER_CALLS)) expect([name, kindOf(name)]).toEqual([name, "member"]);
  expect(new Set(Object.values(BRIDGE_CALLS))).toEqual(new Set(BRIDGE_SCOPES));
});

describe("[TEAM-01] a member with one permission alone", () => {
  test("is refused every call that needs another, and changes nothing by it", async () => {
    const { world, holders } = await makePermissionWorld();
    const everything = { right: "everything", ...(await holderOf(world.app, PERMISSIONS)) };
    const before = await snapshot(world);
    const hidden = [...secretsOf(world), world.member.email, OWN_WORDS.ticket];
    const faults: string[] = [];
    for (const call of callsOf(TEAM_CALLS)) {
      const needed = TEAM_CALLS[call.name];
      if (needed === "any") continue;
      const refused: Asker<string>[] = holders.filter(({ right }) => right !== needed);
      // All permissions together make nobody an Admin.
      if (needed === "Admins") refused.push(everything);
      for (const asker of refused)
        faults.push(...(await faultsOf(world, call, asker, { expected: 403, hidden })));
    }
    expect(faults).toEqual([]);
    expect(await snapshot(world)).toBe(before);
  });

  test("is refused what needs the only one that they lack", async () => {
    const { world } = await makePermissionWorld();
    const lacking: Asker<Permission>[] = [];
    for (const right of PERMISSIONS) {
      const others = PERMISSIONS.filter((one) => one !== right);
      lacking.push({ right, ...(await holderOf(world.app, others)) });
    }
    const before = await snapshot(world);
    const faults: string[] = [];
    for (const call of callsOf(TEAM_CALLS))
      for (const asker of lacking)
        if (TEAM_CALLS[call.name] === asker.right)
          faults.push(...(await faultsOf(world, call, asker, { expected: 403, hidden: [] })));
    expect(faults).toEqual([]);
    expect(await snapshot(world)).toBe(before);
  });

  test("[TEAM-06] reads by it what needs it, and no address of anybody else unless it is for that", async () => {
    const { world, holders } = await makePermissionWorld();
    const faults: string[] = [];
    for (const asker of holders) {
      const addresses = asker.right === "addresses" ? [] : await addressesBut(world, asker.userId);
      const hidden = [...secretsOf(world), ...addresses];
      for (const call of CALLS) {
        const needed = TEAM_CALLS[call.name];
        if (!isQuery(call.name) || (needed !== asker.right && needed !== "any")) continue;
        const expected = answersOf(call.name).admin;
        faults.push(...(await faultsOf(world, call, asker, { expected, hidden })));
      }
    }
    expect(faults).toEqual([]);
  });

  for (const call of callsOf(TEAM_CALLS)) {
    const needed = TEAM_CALLS[call.name];
    if (isQuery(call.name) || needed === undefined || needed === "Admins" || needed === "any")
      continue;
    test(`${needed} opens ${call.title}`, async () => {
      const world = await makeWorld();
      const held = [needed, ...(NEEDED_BESIDES[call.name] ?? [])];
      const asker = { right: needed, ...(await holderOf(world.app, held)) };
      const hidden = [...secretsOf(world), ...(await addressesBut(world, asker.userId))];
      const expected = answersOf(call.name).admin;
      expect(await faultsOf(world, call, asker, { expected, hidden })).toEqual([]);
    });
  }
});

describe("[FACTOR-11] one of the team whose session has proven no second factor, where the site asks for one", () => {
  test("is answered as any member is, by every call", async () => {
    const world = await makeWorld(withTeamFactor(true));
    const { auth, store } = world.app.deps;
    const askerOf = async (right: string, userId: string): Promise<Asker<string>> => {
      const from = { userId, browser: "Firefox on Linux", address: "203.0.113.0/24" };
      const session = await store.write((tx) => auth.sessions.start(tx, from));
      const token = await auth.tokens.issue(session);
      return { right, userId, headers: { authorization: `Bearer ${token}` } };
    };
    const askers = [
      await askerOf("Admin", world.ids.admin),
      await askerOf("everything", (await holderOf(world.app, PERMISSIONS)).userId),
    ];
    const before = await snapshot(world);
    const faults: string[] = [];
    for (const asker of askers) {
      const hidden = [
        ...secretsOf(world),
        ...(await addressesBut(world, asker.userId)),
        OWN_WORDS.ticket,
      ];
      for (const call of CALLS) {
        const isTeams = call.name in TEAM_CALLS;
        const { others } = answersOf(call.name);
        // What they may change is their own, which is tried in the access tests.
        const isOwn = kindOf(call.name) !== "member" || (!isQuery(call.name) && others === 200);
        if (!isTeams && isOwn) continue;
        const expected = isTeams ? 403 : others;
        faults.push(...(await faultsOf(world, call, asker, { expected, hidden })));
      }
    }
    expect(faults).toEqual([]);
    expect(await snapshot(world)).toBe(before);
  });
});

describe("[TEAM-01] what every member may call", () => {
  test("shows nobody more by a permission that is for something else", async () => {
    const { world, holders } = await makePermissionWorld();
    const before = await snapshot(world);
    const faults: string[] = [];
    for (const asker of holders) {
      const hidden = [...secretsOf(world), ...(await addressesBut(world, asker.userId))];
      for (const call of CALLS) {
        const { others } = answersOf(call.name);
        // What they may change is their own, which is tried in the access tests.
        if (kindOf(call.name) !== "member" || (!isQuery(call.name) && others === 200)) continue;
        if (WIDER_CALLS[call.name] === asker.right) continue;
        const isOfTickets = asker.right === "tickets";
        const words = isOfTickets ? hidden : [...hidden, OWN_WORDS.ticket];
        faults.push(...(await faultsOf(world, call, asker, { expected: others, hidden: words })));
      }
    }
    expect(faults).toEqual([]);
    expect(await snapshot(world)).toBe(before);
  });

  for (const call of callsOf(WIDER_CALLS)) {
    const needed = WIDER_CALLS[call.name];
    if (needed === undefined) continue;
    test(`goes further with ${needed}: ${call.title}`, async () => {
      const world = await makeWorld();
      const asker = { right: needed, ...(await holderOf(world.app, [needed])) };
      const hidden = [...secretsOf(world), ...(await addressesBut(world, asker.userId))];
      const expected = answersOf(call.name).admin;
      expect(await faultsOf(world, call, asker, { expected, hidden })).toEqual([]);
    });
  }
});

/** What looks for people by words. */
const SEARCHES = {
  "administration.find": (text: string) => ({ text }),
  "administration.users": (search: string) => ({ search }),
  "bridge.keys": (search: string) => ({ search }),
  "members.people": (search: string) => ({ search }),
  "notifications.targets": (search: string) => ({ search }),
  "tickets.list": (search: string) => ({ status: "Open", search }),
} satisfies Partial<Record<SiteProcedure, (text: string) => Record<string, unknown>>>;

test("[TEAM-06] nobody is found by an address but by those who may see it", async () => {
  const { world, holders } = await makePermissionWorld();
  const { app, member, headers } = world;
  const rest = PERMISSIONS.filter((one) => one !== "addresses");
  const lacking = [
    ...holders.filter(({ right }) => right !== "addresses"),
    { right: "all but addresses", ...(await holderOf(app, rest)) },
  ];
  const all = { right: "everything", ...(await holderOf(app, PERMISSIONS)) };
  const findsBy = async (name: SiteProcedure, input: unknown, theirs: Asker<string>["headers"]) => {
    const text = await (await askTrpc(app, name, input, theirs)).text();
    return text.includes(member.id) || text.includes(OWN_WORDS.ticket);
  };
  const faults: string[] = [];
  for (const [name, inputOf] of Object.entries(SEARCHES)) {
    const input = inputOf(member.email);
    for (const { right, headers: theirs } of lacking)
      if (await findsBy(name as SiteProcedure, input, theirs)) faults.push(`${name} to ${right}`);
  }
  expect(faults).toEqual([]);
  // It is the permission that keeps them from it: with it they are found.
  for (const name of ["administration.find", "administration.users"] as const)
    for (const theirs of [all.headers, headers.admin])
      expect([name, await findsBy(name, SEARCHES[name](member.email), theirs)]).toEqual([
        name,
        true,
      ]);
});

/** With the inputs of the samples these have nothing to write, so there is nothing to ask again for. */
const WRITES_NOTHING: ReadonlySet<SiteProcedure> = new Set([
  "administration.demote",
  "attachments.admit",
  "mail.resendFailed",
  "news.preview",
]);

test("[TEAM-04] a permission that is lost between the request and the writing changes nothing", async () => {
  const world = await makeWorld();
  const { sessions } = world.app.deps.auth;
  const asker = { right: "nothing any more", ...(await holderOf(world.app, [])) };
  const before = await snapshot(world);
  const validate = sessions.validate.bind(sessions);
  let believed: { role: "Admin" | "User"; permissions: readonly Permission[] } = {
    role: "User",
    permissions: [],
  };
  // The request finds what they had; the database has it no more.
  sessions.validate = async (...given) => {
    const found = await validate(...given);
    if (found === null) return null;
    const { role, permissions } = believed;
    return { ...found, user: { ...found.user, role, team: { roles: ["Tester"], permissions } } };
  };
  const faults: string[] = [];
  for (const call of callsOf({ ...TEAM_CALLS, ...WIDER_CALLS })) {
    const needed = TEAM_CALLS[call.name] ?? WIDER_CALLS[call.name];
    if (isQuery(call.name) || WRITES_NOTHING.has(call.name)) continue;
    if (needed === undefined || needed === "any") continue;
    believed =
      needed === "Admins"
        ? { role: "Admin", permissions: PERMISSIONS }
        : { role: "User", permissions: [needed, ...(NEEDED_BESIDES[call.name] ?? [])] };
    const { status } = await call.ask(world, asker.headers);
    // As to a stranger; and what the sample cannot do in any case may be refused for that before.
    const { others, admin } = answersOf(call.name);
    const refusals = [403, others, admin].filter((one) => one !== 200);
    if (!refusals.includes(status))
      faults.push(`${call.title} with ${needed} lost: answers ${status}`);
  }
  expect(faults).toEqual([]);
  expect(await snapshot(world)).toBe(before);
});

const isSpend = ({ name }: Call) => name === "bridge.spend";

test("a key of a plugin opens what its one scope is for, and nothing of members", async () => {
  const { world, keys } = await makePermissionWorld();
  const faults: string[] = [];
  // Spending is tried while there is nothing to spend.
  const closed = CALLS.filter(({ name }) => kindOf(name) !== "public");
  const calls = [...closed.filter(isSpend), ...closed.filter((call) => !isSpend(call))];
  for (const call of calls)
    for (const asker of keys) {
      const scope = BRIDGE_CALLS[call.name];
      const refusal = scope === undefined ? 401 : 403;
      const expected = scope === asker.right ? answersOf(call.name).admin : refusal;
      const hidden = await addressesBut(world, null);
      faults.push(...(await faultsOf(world, call, asker, { expected, hidden })));
    }
  expect(faults).toEqual([]);
});

test("[TEAM-01] a picture for the site is taken from those who may change it, beside Admins", async () => {
  const { world, holders } = await makePermissionWorld();
  const { app, headers } = world;
  const { sitePictures } = app.deps.store.tables;
  const body = new Uint8Array(encodePng(20, () => [200, 40, 40, 255]));
  const statuses: Record<string, number> = {};
  for (const { right, headers: theirs } of [
    ...holders,
    { right: "nobody", headers: headers.anonymous },
    { right: "stranger", headers: headers.stranger },
    { right: "plugin", headers: headers.plugin },
  ]) {
    if (right === "site") continue;
    const answer = await app.request("/api/site/pictures", {
      method: "POST",
      headers: theirs,
      body,
    });
    statuses[right] = answer.status;
  }
  const others = PERMISSIONS.filter((right) => right !== "site");
  expect(statuses).toEqual({
    ...Object.fromEntries(others.map((right) => [right, 403])),
    nobody: 401,
    stranger: 403,
    plugin: 401,
  });
  expect(await app.deps.store.read.select().from(sitePictures)).toEqual([]);
  const editor = holders.find(({ right }) => right === "site");
  for (const theirs of [editor?.headers ?? {}, headers.admin])
    expect(
      (await app.request("/api/site/pictures", { method: "POST", headers: theirs, body })).status,
    ).toBe(200);
});
