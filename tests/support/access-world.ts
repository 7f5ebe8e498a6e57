import { eq } from "drizzle-orm";
import { makeBridgeSecret } from "#server/auth/secrets.ts";
import type { Config } from "#server/config/config.ts";
import { BRIDGE_SCOPES } from "#shared/constants/points.ts";
import { addMember } from "./accounts.ts";
import { type TestApp, testApp } from "./app.ts";
import { askTrpc } from "./ask-procedure.ts";
import { EVERY_GAME, linkGame, PLAYER } from "./bridge.ts";
import { systemIn } from "./context.ts";
import { DISCORD_ENV } from "./discord-env.ts";
import { addTrouble, buyer, one, POINTS, scriptedShop, SHOP_ENV } from "./shop.ts";
import { signedIn } from "./sign-in.ts";
import { linkDiscord } from "./tickets.ts";

/** A ticket as anybody would open it. */
export const TICKET = {
  subject: "Stuck in the mesh",
  category: "Bug",
  game: "Ark:SE",
  server: "The Island",
  description: "I fell through the floor.",
};
/** In words that stand nowhere else: what nobody else is shown. */
export const OWN_WORDS = {
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
export const makeWorld = async (adjust?: (config: Config) => Config) => {
  const app = await testApp({
    ...(adjust !== undefined && { adjust }),
    env: { ...DISCORD_ENV, ...SHOP_ENV },
    overrides: { shop: scriptedShop() },
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
    const grant = { name: "Island", scopes: BRIDGE_SCOPES, games: EVERY_GAME };
    const made = { createdBy: admin.userId, createdAt: clock.now() };
    await tx.insert(store.tables.bridgeKeys).values({ id, hash, ...grant, ...made });
  });
  const ticket = await openTicket(app, asking.headers);
  const ident = await (await buyer(app, member.id)).basket(one(POINTS));
  const shop = { ident, orderId: 1, ...(await addTrouble(app)) };
  const notification = await systemIn(store, clock).write((tx) =>
    tx.notify({
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
export type World = Awaited<ReturnType<typeof makeWorld>>;
export type Who = keyof World["headers"];

/** In the order in which they ask: the member last, for what they ask may end their account. */
export const EVERYBODY = [
  "anonymous",
  "signed out",
  "plugin",
  "stranger",
  "admin",
  "member",
] as const;

/** Everything that belongs to the member. */
export const belongings = async ({ app, member, ticket }: World) => {
  const { read, tables } = app.deps.store;
  const { users, sessions, links, tickets, notificationReads } = tables;
  const { ticketPeople, ticketSearchTerms, ticketEntries, messages, orders } = tables;
  return JSON.stringify(
    await Promise.all([
      read.select().from(users).where(eq(users.id, member.id)),
      read.select().from(sessions).where(eq(sessions.userId, member.id)).orderBy(sessions.id),
      read.select().from(links).where(eq(links.userId, member.id)),
      read.select().from(notificationReads).where(eq(notificationReads.userId, member.id)),
      read.select().from(tickets).where(eq(tickets.id, ticket)),
      read.select().from(ticketPeople).where(eq(ticketPeople.ticketId, ticket)),
      read.select().from(ticketSearchTerms).where(eq(ticketSearchTerms.ticketId, ticket)),
      read.select().from(ticketEntries).where(eq(ticketEntries.ticketId, ticket)),
      read.select().from(messages).where(eq(messages.ticketId, ticket)),
      read.select().from(orders).where(eq(orders.userId, member.id)),
    ]),
  );
};
