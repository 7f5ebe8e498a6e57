import { describe, expect, test } from "bun:test";
import { eq, notInArray } from "drizzle-orm";
import { ROSTER } from "#sandbox/game-servers/roster.ts";
import { seedHistory } from "#sandbox/seed.ts";
import { SAMPLE_ACCOUNTS, SAMPLE_RESIDENTS, seedAccounts } from "#sandbox/seed/accounts.ts";
import { seedBridge, seedCommunity } from "#sandbox/seed/community-life.ts";
import {
  LAST_CREDIT,
  SAMPLE_LABELS,
  SAMPLE_LEDGER,
  SAMPLE_REPLIES,
} from "#sandbox/seed/desk-and-points.ts";
import { EXAMPLE_STORY, SAMPLE_NEWS, sampleDiary } from "#sandbox/seed/news.ts";
import { SAMPLE_TICKETS } from "#sandbox/seed/tickets/index.ts";
import type { Config } from "#server/config/config.ts";
import type { Deps } from "#server/deps.ts";
import { proveLedger } from "#server/modules/points/index.ts";
import { createStatusBoard } from "#server/modules/servers/index.ts";
import { AUDIT_READS } from "#shared/constants/audit.ts";
import { COUNT_MAX, PAGE_SIZE_MAX, THREAD_PAGE_SIZE } from "#shared/constants/lists.ts";
import type { BridgeKey } from "#shared/schemas/bridge.ts";
import { PUBLIC_URL, testApp } from "#tests/support/app.ts";
import { bridgeCaller } from "#tests/support/bridge.ts";
import { movableClock } from "#tests/support/clock.ts";
import { communityWith } from "#tests/support/community.ts";
import { asSite, systemIn } from "#tests/support/context.ts";
import { long } from "#tests/support/long.ts";
import { mailServer } from "#tests/support/mail.ts";
import { person } from "#tests/support/people.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { testStore } from "#tests/support/store.ts";

const servers = ROSTER.map(({ key, game }) => ({
  key,
  game,
  name: key,
  host: "h.example",
  port: 1,
}));

test("a fresh demo shows a day of players for every server, and uptimes with a gap or two", async () => {
  const store = await testStore();
  const clock = movableClock("2026-03-01T12:02:00.000Z");
  await seedHistory(
    systemIn(store, clock),
    servers.map(({ key }) => key),
  );
  const board = createStatusBoard({ store, clock, config: { community: communityWith(servers) } });
  await board.reloadHistory();
  const games = [...new Set(ROSTER.map(({ game }) => game))];
  const charts = (await Promise.all(games.map((game) => board.history(game)))).flat();
  expect(charts).toHaveLength(ROSTER.length);
  for (const { points, peak, uptime } of charts) {
    expect(points.filter((point) => point !== null).length).toBeGreaterThan(90);
    expect(peak).toBeGreaterThan(3);
    expect(uptime).toBeGreaterThan(0.96);
    expect(uptime).toBeLessThan(1);
  }
});

test("seeding again adds what is missing and leaves the rest", async () => {
  const store = await testStore();
  const clock = movableClock();
  const count = async () =>
    (await store.read.select().from(store.tables.serverHistory)).filter(
      ({ grain }) => grain === "5m",
    ).length;
  await seedHistory(systemIn(store, clock), ["eco"]);
  expect(await count()).toBe(576);
  clock.advance(60 * 60_000);
  await seedHistory(systemIn(store, clock), ["eco", "unheard-of"]);
  expect(await count()).toBe(576 + 12);
});

/** A site with the sample accounts. */
const withAccounts = async (adjust?: (config: Config) => Config) => {
  const mail = await mailServer();
  const app = await testApp({
    env: { SMTP_URL: mail.url, MAIL_FROM: "den@lynxden.example" },
    ...(adjust !== undefined && { adjust }),
  });
  await seedAccounts(app.deps, mail.inbox);
  const { store } = app.deps;
  const { users } = store.tables;
  const idOf = async (email: string) => {
    const [found] = await store.read.select().from(users).where(eq(users.email, email));
    if (found === undefined) throw new Error(`Nobody has the address ${email}.`);
    return found.id;
  };
  const as = async (name: string) => person(app, await idOf(`${name}@example.test`));
  return { app, mail, store, as };
};

/** How many rows there are of everything that the seed writes. */
const countsOf = async ({ read, tables }: Deps["store"]) => {
  const { users, tickets, messages, ticketEntries, notifications, notificationReads } = tables;
  const { pointEntries, audit, memberships, links } = tables;
  // To see what is there, the seed reads as an Admin does.
  const isAct = notInArray(audit.action, [...AUDIT_READS]);
  const counted = { users, tickets, messages, ticketEntries, notifications, notificationReads };
  const all = { ...counted, pointEntries, memberships, links };
  const acts = await read.select().from(audit).where(isAct);
  const counts: Record<string, number> = { audit: acts.length };
  for (const [name, table] of Object.entries(all))
    counts[name] = (await read.select().from(table)).length;
  return counts;
};

/** A machine may be busy: what hangs ends all the same. */
const SEEDING_MS = 600_000;

describe("the sample community", () => {
  long(
    "has lived for six weeks: tickets of every kind, threads, points and news",
    async () => {
      const { app, store, as } = await withAccounts();
      await seedCommunity(app.deps);
      const admin = await as("admin");
      const list = (status: "Open" | "closed") =>
        admin.tickets.list.query({ status, limit: PAGE_SIZE_MAX });
      const [open, closed] = [(await list("Open")).items, (await list("closed")).items];
      const tickets = [...open, ...closed];
      expect(tickets).toHaveLength(SAMPLE_TICKETS.length);
      expect(open.length).toBeGreaterThan(20);
      expect(closed.length).toBeGreaterThan(12);
      const options = await admin.tickets.options.query();
      expect(new Set(tickets.map(({ category }) => category))).toEqual(new Set(options.categories));
      const places = Object.entries(options.gamesWithServers).flatMap(([game, servers]) =>
        servers.map((server) => `${game} ${server}`),
      );
      const placesOfTickets = new Set(tickets.map(({ game, server }) => `${game} ${server}`));
      expect(places).toEqual(expect.arrayContaining([...placesOfTickets]));
      expect(placesOfTickets.size).toBeGreaterThanOrEqual(22);
      // Ids go up with the time, so that the newest come first.
      const times = open.map(({ createdAt }) => createdAt);
      expect(times).toEqual(times.toSorted().toReversed());
      expect(open.some(({ assignedUsers }) => assignedUsers.length === 1)).toBeTrue();
      expect(tickets.some(({ subject }) => subject.length > 90)).toBeTrue();
      const burrow = open.find(({ subject }) => subject.startsWith("Our modpack"));
      const thread = await admin.messages.list.query({ ticketId: burrow?.id ?? 0 });
      expect(thread.items).toHaveLength(THREAD_PAGE_SIZE);
      expect(thread.nextCursor).not.toBeNull();

      const helper = await as("moderator");
      const queue = await helper.queue.list.query({ tab: "all", limit: PAGE_SIZE_MAX });
      expect(queue.items.some(({ priority }) => priority === "urgent")).toBeTrue();
      const labelled = queue.items.flatMap(({ labels }) => labels.map(({ name }) => name));
      expect(new Set(labelled)).toEqual(new Set(Object.keys(SAMPLE_LABELS)));
      expect((await helper.queue.list.query({ tab: "mine" })).items).toHaveLength(1);
      const noted = queue.items.find(({ subject }) => subject.startsWith("Breeding Rex"));
      expect((await helper.notes.list.query({ id: noted?.id ?? 0 })).items).toHaveLength(1);
      const replies = await helper.savedReplies.list.query();
      expect(replies).toHaveLength(SAMPLE_REPLIES.length);
      expect((await admin.savedReplies.list.query()).length).toBeLessThan(replies.length);
      const strikes = (await helper.strikes.list.query({})).items;
      expect(strikes.map(({ state }) => state)).toEqual(["active", "expired"]);
      const { total } = await helper.figures.read.query({ weeks: 12 });
      expect(total.solved).toBeGreaterThan(3);

      const member = await as("member");
      const mine = await Promise.all(
        (["Open", "closed"] as const).map((status) => member.tickets.list.query({ status })),
      );
      expect(mine.flatMap(({ items }) => items).length).toBeWithin(9, 13);
      const { points, sub } = await member.members.membership.query();
      expect(points).toBeWithin(10_000, 100_000);
      expect(sub).toStartWith("Gold:");
      for (const name of ["new", "nodiscord"])
        expect((await (await as(name)).tickets.counts.query()).open).toBe(1);
      for (const reader of [member, admin]) {
        const { items } = await reader.notifications.list.query({ limit: PAGE_SIZE_MAX });
        expect((await reader.notifications.unread.query()).count).toBeWithin(1, 10);
        expect(items.filter(({ isRead }) => isRead).length).toBeGreaterThan(10);
      }
      const { users } = store.tables;
      const admins = await store.read.select().from(users).where(eq(users.role, "Admin"));
      expect(admins.map(({ email }) => email)).toEqual(["admin@example.test"]);
    },
    SEEDING_MS,
  );

  test(
    "is made of a community without games too, whose plugins have no key",
    async () => {
      const { app } = await withAccounts((config) => ({
        ...config,
        community: { ...config.community, games: [], servers: [], tiers: [] },
      }));
      await seedCommunity(app.deps);
      const plugin = { connect: () => expect.unreachable("A key for no game.") };
      await seedBridge(app.deps, plugin, PUBLIC_URL);
      const { bridgeKeys } = app.deps.store.tables;
      expect(await app.deps.store.read.select().from(bridgeKeys)).toEqual([]);
    },
    SEEDING_MS,
  );

  long(
    "has a sound ledger, and its plugin one key that is good",
    async () => {
      const { app, as } = await withAccounts();
      await seedCommunity(app.deps);
      const proof = await proveLedger(asSite(app.deps), new AbortController().signal);
      expect(proof).toMatchObject({ entries: SAMPLE_LEDGER.length + 1, broken: 0 });
      const given: { url: string; key: string }[] = [];
      const plugin = { connect: (site: { url: string; key: string }) => void given.push(site) };
      await seedBridge(app.deps, plugin, PUBLIC_URL);
      await seedBridge(app.deps, plugin, PUBLIC_URL);
      const { ask } = await as("admin");
      const keys = (await (await ask("GET", "/api/bridge/keys")).json()) as BridgeKey[];
      expect(keys).toHaveLength(2);
      expect(keys.filter(({ revokedAt }) => revokedAt === null)).toHaveLength(1);
      const calls = given.map(({ key }) =>
        bridgeCaller(app, key)("GET", "/deliveries?game=ark-se"),
      );
      const answers = await Promise.all(calls);
      expect(answers.map(({ status }) => status)).toEqual([401, 200]);
      expect(answers[1]?.answer["items"]).toHaveLength(1);
    },
    SEEDING_MS,
  );

  long(
    "is made once, and goes on where it was interrupted",
    async () => {
      const { app, mail, store } = await withAccounts();
      let writesLeft = 200;
      const failing: Deps = {
        ...app.deps,
        store: {
          ...store,
          write: (work) => {
            writesLeft -= 1;
            if (writesLeft < 0) throw new Error("The power is gone.");
            return store.write(work);
          },
        },
      };
      expect(await rejectionOf(seedCommunity(failing))).toBeInstanceOf(Error);
      await seedCommunity(app.deps);
      const counts = await countsOf(store);
      expect(counts).toMatchObject({
        users: SAMPLE_ACCOUNTS.length + SAMPLE_RESIDENTS.length,
        tickets: SAMPLE_TICKETS.length,
        pointEntries: SAMPLE_LEDGER.length + 1,
      });
      const written = await store.read.select().from(store.tables.notifications);
      const news = SAMPLE_NEWS.map(({ subject }) => subject);
      expect(written.filter(({ subject }) => news.includes(subject))).toHaveLength(news.length);

      app.clock.advance(60 * 60_000);
      await seedAccounts(app.deps, mail.inbox);
      await seedCommunity(app.deps);
      expect(await countsOf(store)).toEqual(counts);
    },
    SEEDING_MS,
  );

  test("leaves a demo alone whose sample accounts have gone", async () => {
    const { app, store, as } = await withAccounts();
    const { users } = store.tables;
    const gone = { deactivatedAt: app.clock.now(), deactivatedBy: "owner" } as const;
    const { id } = await as("zoe");
    await store.write(async (tx) => {
      await tx.update(users).set(gone).where(eq(users.id, id));
    });
    await seedCommunity(app.deps);
    expect(await countsOf(store)).toMatchObject({ tickets: 0, pointEntries: 0 });
  });

  test("is over by now, and nothing in it stands twice", () => {
    const diary = sampleDiary(EXAMPLE_STORY);
    const days = diary.map(({ daysAgo }) => daysAgo);
    expect(Math.min(...days)).toBe(0);
    expect(days).toEqual(days.toSorted((a, b) => b - a));
    expect(diary.at(-1)).toMatchObject({ kind: "credit", credit: LAST_CREDIT });
    const ledger = SAMPLE_LEDGER.filter(({ who }) => who === LAST_CREDIT.who);
    expect(ledger).toBeEmpty();
    const subjects = SAMPLE_TICKETS.flatMap(({ subject, steps }) => [
      subject,
      ...steps.flatMap((step) => (step.kind === "edit" ? (step.changes.subject ?? []) : [])),
    ]);
    expect(new Set(subjects).size).toBe(subjects.length);
    expect(SAMPLE_TICKETS.length).toBeLessThan(COUNT_MAX);
  });
});
