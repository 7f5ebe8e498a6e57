import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { makeBridgeSecret } from "#server/auth/bridge-keys.ts";
import { proceduresOf } from "#server/http/rest/schemas.ts";
import { fieldsComeFrom, type RestRow } from "#server/http/rest/row.ts";
import type { SiteProcedure } from "#server/http/rest/rows/site-row.ts";
import { REST_TABLE } from "#server/http/rest/table.ts";
import { notify } from "#server/modules/notifications/index.ts";
import { appRouter } from "#server/trpc/router.ts";
import { BRIDGE_GAMES, BRIDGE_SCOPES } from "#shared/constants/points.ts";
import { addMember, PASSWORD } from "#tests/support/accounts.ts";
import { type TestApp, testApp } from "#tests/support/app.ts";
import { linkGame, PLAYER } from "#tests/support/bridge.ts";
import {
  addTrouble,
  buyer,
  one,
  POINTS,
  PROMO,
  SHOP_ENV,
  scriptedStore,
} from "#tests/support/shop.ts";
import { signedIn } from "#tests/support/sign-in.ts";
import { linkDiscord } from "#tests/support/tickets.ts";

const DISCORD = { DISCORD_CLIENT_ID: "123456789012345678", DISCORD_CLIENT_SECRET: "secret" };

/** A ticket as anybody would open it. */
const TICKET = {
  subject: "Stuck in the mesh",
  category: "Bug",
  game: "Ark:SE",
  server: "The Island",
  description: "I fell through the floor.",
};
/** In words that stand nowhere else: what nobody else is shown. */
const OWN_WORDS = {
  ticket: "A word for Admins alone",
  notification: "A word for the member alone",
};

/** A ticket that the member has opened, on which nobody else is. */
const openTicket = async (app: TestApp, headers: HeadersInit) => {
  const own = { ...TICKET, subject: OWN_WORDS.ticket };
  const opened = await askTrpc(app, "tickets.create", own, headers);
  const { result } = (await opened.json()) as { result: { data: { id: number } } };
  return result.data.id;
};

/** Everybody who may ask: nobody, someone signed out, a member, another one, an Admin. */
const makeWorld = async () => {
  const app = await testApp({
    env: { ...DISCORD, ...SHOP_ENV },
    overrides: { shop: scriptedStore() },
  });
  const { store, clock, auth } = app.deps;
  const member = await addMember(app.deps);
  const [asking, elsewhere] = [await signedIn(app, member.id), await signedIn(app, member.id)];
  const stranger = await signedIn(app);
  const admin = await signedIn(app, { role: "Admin" });
  await signedIn(app, { role: "Admin" });
  const ended = await signedIn(app);
  await store.write((tx) => auth.sessions.end(tx, ended.session.id));
  const [bystander, closed] = [await addMember(app.deps), await addMember(app.deps)];
  await store.write(async (tx) => {
    const { users } = store.tables;
    const deactivated = { deactivatedAt: clock.now(), deactivatedBy: "admin" } as const;
    await tx.update(users).set(deactivated).where(eq(users.id, closed.id));
  });
  for (const { userId } of [asking, stranger, admin]) await linkDiscord(app.deps, userId);
  await linkGame(app, bystander.id, PLAYER.platform, PLAYER.playerId);
  const bridgeKey = makeBridgeSecret();
  await store.write(async (tx) => {
    const { id, hash } = bridgeKey;
    const grant = { name: "Island", scopes: BRIDGE_SCOPES, games: BRIDGE_GAMES };
    const made = { createdBy: admin.userId, createdAt: clock.now() };
    await tx.insert(store.tables.bridgeKeys).values({ id, hash, ...grant, ...made });
  });
  const ticket = await openTicket(app, asking.headers);
  const ident = await (await buyer(app, member.id)).basket(one(POINTS));
  const shop = { ident, orderId: 1, ...(await addTrouble(app)) };
  const notification = await store.write((tx) =>
    notify(store, tx, clock, {
      userIds: [member.id],
      kind: "reply",
      subject: OWN_WORDS.notification,
      message: "There is a new reply.",
      ticketId: ticket,
    }),
  );
  const headers = {
    anonymous: {},
    "signed out": ended.headers,
    member: asking.headers,
    stranger: stranger.headers,
    admin: admin.headers,
    plugin: { authorization: `Bearer ${bridgeKey.key}` },
  };
  return {
    app,
    member: { ...member, session: elsewhere.session },
    /** Members who are not asking: one whose account an Admin has closed. */
    bystander: bystander.id,
    closed: closed.id,
    bridgeKeyId: bridgeKey.id,
    /** Whose addresses nobody but they and Admins may see. */
    ids: {
      anonymous: null,
      "signed out": ended.userId,
      member: member.id,
      stranger: stranger.userId,
      admin: admin.userId,
      plugin: null,
    },
    ticket,
    notification,
    shop,
    headers,
  };
};
type World = Awaited<ReturnType<typeof makeWorld>>;
type Who = keyof World["headers"];

/** In the order in which they ask: the member last, for what they ask may end their account. */
const EVERYBODY = ["anonymous", "signed out", "plugin", "stranger", "admin", "member"] as const;

/** What a plugin would send about a player. */
const transfer = () => ({
  ...PLAYER,
  game: "ark-se",
  points: 5,
  reason: "Boss fight",
  idempotencyKey: crypto.randomUUID(),
});

type Sample = {
  /** What the member, whom it is about, would send. */
  input?: (world: World) => Record<string, unknown>;
  /** What whoever is let in is answered, 200 unless it is said. */
  status?: number;
  /** What members are answered whom it is not about; the same unless it is said. */
  others?: number;
  /**
   * What an Admin is answered, where what is the member's is shown to Admins or theirs to change: a
   * success is allowed to.
   */
  admin?: number;
};

/** A call of every procedure: one that is new does not compile until it stands here. */
const SAMPLES: Record<SiteProcedure, Sample> = {
  "accounts.login": { input: ({ member }) => ({ email: member.email, password: PASSWORD }) },
  "accounts.register": { input: () => ({ firstName: "Ada" }), status: 400 },
  "accounts.me": {},
  "accounts.verifyEmail": { input: () => ({ code: "unknown" }), status: 400 },
  "accounts.resendVerification": { input: () => ({ email: "nobody@example.test" }) },
  "accounts.requestPasswordReset": { input: () => ({ email: "nobody@example.test" }) },
  "accounts.resetPassword": {
    input: () => ({ token: "unknown", newPassword: PASSWORD, confirmPassword: PASSWORD }),
    status: 400,
  },
  "accounts.update": { input: () => ({ firstName: "Grace" }) },
  "accounts.deactivate": {},
  "accounts.logout": {},
  "accounts.sessions": {},
  "accounts.endSession": { input: ({ member }) => ({ id: member.session.id }), others: 404 },
  "accounts.endOtherSessions": {},
  // What is done is done to others than the member, who asks last.
  "administration.users": { input: () => ({}) },
  "administration.promote": { input: ({ bystander }) => ({ id: bystander }) },
  "administration.demote": { input: ({ bystander }) => ({ id: bystander }) },
  "administration.deactivate": { input: ({ bystander }) => ({ id: bystander }) },
  "administration.reactivate": { input: ({ closed }) => ({ id: closed }) },
  "administration.endSessions": { input: ({ bystander }) => ({ id: bystander }) },
  "administration.audit": { input: () => ({}) },
  "members.profile": {},
  "members.membership": {},
  "members.people": { input: () => ({}), admin: 200 },
  "members.setMarketingConsent": { input: () => ({ allowMarketingEmails: true }) },
  "links.discordClient": {},
  "links.discordProof": {},
  "links.steamKey": { status: 403 },
  "links.list": {},
  "links.discord": {},
  "links.steam": { status: 404 },
  "links.minecraft": { status: 404 },
  "links.epic": { status: 404 },
  "links.linkDiscord": { input: () => ({ discordId: "1182639400182374401" }), status: 400 },
  "links.linkSteam": { input: () => ({ steamId: "76561198000000001" }), status: 400 },
  "links.linkMinecraft": {
    input: () => ({ minecraftUuid: "069a79f444e94726a5befca90e38aaf5" }),
    status: 400,
  },
  "links.linkEpic": { input: () => ({ eosId: "5f2c1c7a9be04d53a1d7c2f0a3b4e601" }), status: 400 },
  "links.unlink": { input: () => ({ platform: "steam" }), status: 400 },
  "messages.list": { input: ({ ticket }) => ({ ticketId: ticket }), others: 404, admin: 200 },
  "messages.send": {
    input: ({ ticket }) => ({ messageGroupId: ticket, content: "Hello" }),
    others: 404,
    admin: 200,
  },
  "notifications.list": { input: () => ({}) },
  "notifications.unread": {},
  "notifications.markRead": {
    input: ({ notification }) => ({ notificationId: notification }),
    others: 404,
  },
  "notifications.markAllRead": {},
  "notifications.markTicketRead": { input: ({ ticket }) => ({ ticketId: ticket }) },
  "notifications.create": {
    input: () => ({ subject: "News", message: "Soon.", isGlobal: true }),
  },
  "notifications.remove": { input: ({ notification }) => ({ id: notification }), admin: 200 },
  "notifications.targets": { input: () => ({}) },
  "tickets.list": { input: () => ({ status: "Open" }), admin: 200 },
  "tickets.counts": {},
  "tickets.byId": { input: ({ ticket }) => ({ id: ticket }), others: 404, admin: 200 },
  "tickets.history": { input: ({ ticket }) => ({ id: ticket }), others: 404, admin: 200 },
  "tickets.options": {},
  "tickets.create": { input: () => TICKET },
  "tickets.edit": { input: ({ ticket }) => ({ ...TICKET, id: ticket }), others: 404, admin: 403 },
  // The Admin, who asks first, has closed it.
  "tickets.close": {
    input: ({ ticket }) => ({ id: ticket }),
    status: 409,
    others: 404,
    admin: 200,
  },
  "tickets.restore": {
    input: ({ ticket }) => ({ id: ticket }),
    status: 409,
    others: 404,
    admin: 409,
  },
  "tickets.assign": { input: ({ ticket }) => ({ id: ticket }), admin: 200 },
  "points.statement": {
    input: ({ member }) => ({ userId: member.id }),
    others: 404,
    admin: 200,
  },
  "points.export": { input: ({ member }) => ({ userId: member.id }), others: 404, admin: 200 },
  "points.edit": {
    input: ({ bystander }) => ({ userProfileId: bystander, oldPoints: 0, points: 5 }),
  },
  "shop.packages": {},
  "shop.createBasket": { input: () => ({ items: [one(POINTS)] }) },
  "shop.signInLinks": { input: ({ shop: { ident } }) => ({ ident }), others: 404 },
  "shop.addPackage": {
    input: ({ shop: { ident } }) => ({ ident, ...one(POINTS) }),
    others: 404,
  },
  "shop.basket": { input: ({ shop: { ident } }) => ({ ident }), others: 404 },
  "shop.promoStatus": {},
  "shop.claimPromo": { input: () => ({ packageId: PROMO }), status: 409 },
  "orders.mine": { input: () => ({}) },
  "orders.subscription": {},
  "orders.all": { input: () => ({}) },
  "orders.events": { input: () => ({}) },
  "orders.flags": { input: () => ({}) },
  "orders.trouble": {},
  "orders.replay": { input: ({ shop }) => ({ id: shop.eventId }) },
  // The store does not say that it is paid.
  "orders.confirm": { input: ({ shop: { orderId } }) => ({ orderId }), status: 409 },
  "orders.resolveFlag": { input: ({ shop }) => ({ id: shop.flagId }) },
  "bridge.keys": { input: () => ({}) },
  "bridge.makeKey": {
    input: () => ({ name: "Craft", scopes: ["points:read"], games: ["minecraft"] }),
  },
  "bridge.revokeKey": { input: ({ bridgeKeyId }) => ({ id: bridgeKeyId }) },
  "bridge.player": { input: () => PLAYER },
  "bridge.balance": { input: () => PLAYER },
  // There is nothing to spend yet.
  "bridge.spend": { input: transfer, status: 409 },
  "bridge.earn": { input: transfer },
  "bridge.reportPresence": { input: () => ({ game: "ark-se", players: [PLAYER] }) },
  "bridge.vote": {
    input: () => ({ game: "rust", serviceName: "s", username: PLAYER.playerId, timestamp: 1 }),
  },
  "bridge.deliveries": { input: () => ({ game: "ark-se" }) },
  "bridge.acknowledge": { input: () => ({ game: "ark-se", ids: [1] }) },
  "servers.board": { input: () => ({ game: "ark-se" }) },
  "servers.status": { input: () => ({ game: "ark-se" }) },
  "servers.history": { input: () => ({ game: "ark-se" }) },
  "servers.summary": {},
};

const procedures = proceduresOf(appRouter);
// The keys of SAMPLES are the router's own, which the first test proves.
const names = Object.keys(SAMPLES) as SiteProcedure[];

const kindOf = (name: SiteProcedure) => procedures[name]?._def.meta.kind ?? "public";

/** What the kind of a procedure makes of whoever calls it. */
const statusFor = (name: SiteProcedure, who: Who): number => {
  const { status = 200, others = status, admin = others } = SAMPLES[name];
  const kind = kindOf(name);
  // A key of a plugin opens the bridge alone, and nothing else does.
  if (kind === "bridge" || who === "plugin")
    return (kind === "bridge") === (who === "plugin") ? status : 401;
  if (kind !== "public" && (who === "anonymous" || who === "signed out")) return 401;
  if (kind === "admin" && who !== "admin") return 403;
  if (who === "admin") return admin;
  return who === "stranger" ? others : status;
};

/** Everything that belongs to the member. */
const belongings = async ({ app, member, ticket }: World) => {
  const { read, tables } = app.deps.store;
  const { users, sessions, links, tickets, notificationReads } = tables;
  const { ticketPeople, ticketWords, ticketEntries, messages, orders } = tables;
  return JSON.stringify(
    await Promise.all([
      read.select().from(users).where(eq(users.id, member.id)),
      read.select().from(sessions).where(eq(sessions.userId, member.id)).orderBy(sessions.id),
      read.select().from(links).where(eq(links.userId, member.id)),
      read.select().from(notificationReads).where(eq(notificationReads.userId, member.id)),
      read.select().from(tickets).where(eq(tickets.id, ticket)),
      read.select().from(ticketPeople).where(eq(ticketPeople.ticketId, ticket)),
      read.select().from(ticketWords).where(eq(ticketWords.ticketId, ticket)),
      read.select().from(ticketEntries).where(eq(ticketEntries.ticketId, ticket)),
      read.select().from(messages).where(eq(messages.ticketId, ticket)),
      read.select().from(orders).where(eq(orders.userId, member.id)),
    ]),
  );
};

const askTrpc = (app: TestApp, name: SiteProcedure, input: unknown, headers: HeadersInit) => {
  const path = `/api/trpc/${name}`;
  if (procedures[name]?._def.type === "query") {
    const query = input === undefined ? "" : `?input=${encodeURIComponent(JSON.stringify(input))}`;
    return app.request(path + query, { headers });
  }
  const body = input === undefined ? {} : { body: JSON.stringify(input) };
  const all = new Headers(headers);
  all.set("content-type", "application/json");
  return app.request(path, { method: "POST", headers: all, ...body });
};

const askRest = (
  app: TestApp,
  row: RestRow,
  input: Record<string, unknown> = {},
  headers: HeadersInit,
) => {
  const inPath = new Set(Array.from(row.path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name));
  const path = row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(input[name]));
  const rest = Object.entries(input).filter(([name]) => !inPath.has(name));
  const isQuery = fieldsComeFrom(row) === "query";
  const query = new URLSearchParams(rest.map(([name, value]) => [name, String(value)]));
  const all = new Headers(headers);
  all.set("content-type", "application/json");
  return app.request(`/api${path}${isQuery && rest.length > 0 ? `?${query}` : ""}`, {
    method: row.method,
    headers: all,
    ...(isQuery || rest.length === 0 ? {} : { body: JSON.stringify(Object.fromEntries(rest)) }),
  });
};

/** No address of anybody else reaches whoever is no Admin. */
const assertNoAddress = async ({ app, ids }: World, who: Who, said: string) => {
  if (who === "admin") return;
  const { users } = app.deps.store.tables;
  for (const { id, email } of await app.deps.store.read.select().from(users))
    if (id !== ids[who] && email !== null) expect(`${who}: ${said}`).not.toContain(email);
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
    if (kindOf(name) === "admin") continue;
    const said = await response.text();
    const { id, email, session } = world.member;
    const secrets = [email, session.id, OWN_WORDS.notification];
    for (const secret of isTheirs ? secrets : [...secrets, id, OWN_WORDS.ticket])
      expect(`${who}: ${said}`).not.toContain(secret);
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
    expect(names.toSorted()).toEqual(Object.keys(procedures).toSorted() as SiteProcedure[]);
  });

  for (const name of names) {
    test(`${name} says who may call it, and what it answers`, () => {
      const definition = procedures[name]?._def;
      expect(["public", "member", "admin", "bridge"]).toContain(definition?.meta.kind ?? "");
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
