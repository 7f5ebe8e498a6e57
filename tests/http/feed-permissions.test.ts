import { describe, expect, test } from "bun:test";
import type { SiteProcedure } from "#server/http/rest/row.ts";
import { wireLive } from "#server/live/wire.ts";
import type { BusEvent } from "#shared/bus.ts";
import { type Permission, PERMISSIONS } from "#shared/constants/accounts.ts";
import type { FeedEvent } from "#shared/feed.ts";
import { type TestApp, testApp } from "#tests/support/app.ts";
import { askTrpc } from "#tests/support/ask-procedure.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { holderOf } from "#tests/support/permission-world.ts";
import { signedIn } from "#tests/support/sign-in.ts";
import { readFeed } from "#tests/support/sse.ts";
import { until } from "#tests/support/until.ts";

const SOMEBODY = "somebody else";

/** What happens to somebody, what the team hears of it, and by which permissions. */
const TOLD: readonly {
  event: BusEvent;
  heard: FeedEvent;
  by: readonly Permission[];
}[] = [
  {
    event: { type: "ticket.changed", ticketId: 7, userIds: [SOMEBODY] },
    heard: { type: "ticket.changed", ticketId: 7 },
    by: ["tickets"],
  },
  {
    event: { type: "message.added", ticketId: 7, messageId: 8, userIds: [SOMEBODY] },
    heard: { type: "message.added", ticketId: 7, messageId: 8 },
    by: ["tickets"],
  },
  {
    event: { type: "ticket.viewed", ticketId: 7, userId: SOMEBODY, is: "came" },
    heard: { type: "ticket.viewed", ticketId: 7, userId: SOMEBODY, is: "came" },
    by: ["tickets"],
  },
  {
    event: { type: "account.changed", userId: SOMEBODY },
    heard: { type: "member.changed", userId: SOMEBODY },
    by: ["members"],
  },
  {
    event: { type: "points.changed", userId: SOMEBODY },
    heard: { type: "member.changed", userId: SOMEBODY },
    by: ["points"],
  },
  {
    event: { type: "orders.changed", userId: SOMEBODY },
    heard: { type: "orders.changed" },
    by: ["orders"],
  },
  {
    event: { type: "strike.issued", strikeId: 3, userId: SOMEBODY },
    heard: { type: "strikes.changed" },
    by: ["strikes"],
  },
  {
    event: { type: "strike.changed", strikeId: 3, userId: SOMEBODY },
    heard: { type: "strikes.changed" },
    by: ["strikes"],
  },
  {
    event: { type: "orders.changed", userId: null },
    heard: { type: "orders.changed" },
    by: ["orders"],
  },
];

/** A site whose feeds are wired. */
const liveSite = async () => {
  const app = await testApp();
  afterThisTest(await wireLive(app.deps));
  return app;
};

/** Listens, and says what was heard. */
const listen = async (app: TestApp, headers: Readonly<Record<string, string>>) => {
  const feed = readFeed((await app.request("/api/feed", { headers })).body);
  expect(await feed.next()).toMatchObject({ type: "hello" });
  return {
    /** Everything until this event. */
    heardUntil: async (last: FeedEvent) => {
      const heard: FeedEvent[] = [];
      for (let event = await feed.next(); event !== null; event = await feed.next()) {
        if (Bun.deepEquals(event, last)) return heard;
        heard.push(event);
      }
      throw new Error("The feed has ended.");
    },
  };
};

const publish = async ({ deps: { store } }: TestApp, ...events: readonly BusEvent[]) =>
  await store.write(async (tx) => events.forEach((event) => tx.publish(event)));

describe("[LIVE-02] what happens to others is heard", () => {
  test("[TEAM-01] by those whose one permission it concerns, and by Admins", async () => {
    const app = await liveSite();
    const listeners = [
      { who: "guest", hears: [], headers: {} },
      { who: "stranger", hears: [], headers: (await signedIn(app)).headers },
      {
        who: "admin",
        hears: PERMISSIONS,
        headers: (await signedIn(app, { role: "Admin" })).headers,
      },
    ] as { who: string; hears: readonly Permission[]; headers: Record<string, string> }[];
    for (const permission of PERMISSIONS) {
      const { headers } = await holderOf(app, [permission]);
      listeners.push({ who: permission, hears: [permission], headers });
    }
    const feeds = [];
    for (const listener of listeners)
      feeds.push({ ...listener, ...(await listen(app, listener.headers)) });
    // PostgreSQL tells a moment later of the people who have just come.
    await publish(app, { type: "news.changed" });
    for (const { heardUntil } of feeds) await heardUntil({ type: "news.changed" });
    await publish(app, ...TOLD.map(({ event }) => event), { type: "news.changed" });
    for (const { who, hears, heardUntil } of feeds) {
      const expected = TOLD.filter(({ by }) => by.some((one) => hears.includes(one)));
      expect([who, await heardUntil({ type: "news.changed" })]).toEqual([
        who,
        expected.map(({ heard }) => heard),
      ]);
    }
  });

  test("[TEAM-04] from when a role is given, by what it becomes, and until it is removed", async () => {
    const app = await liveSite();
    const { feeds } = app.deps;
    const { headers: admins } = await signedIn(app, { role: "Admin" });
    const member = await signedIn(app);
    const feed = await listen(app, member.headers);
    let judgedTimes = 0;
    const setPermissions = feeds.setPermissions.bind(feeds);
    feeds.setPermissions = (...given) => {
      setPermissions(...given);
      judgedTimes += 1;
    };
    /** What an Admin does, until the member's feed goes by it. */
    const act = async (name: SiteProcedure, input: unknown, isFelt = true) => {
      const before = judgedTimes;
      const answer = await askTrpc(app, name, input, admins);
      expect([name, answer.status]).toEqual([name, 200]);
      if (isFelt) await until(() => judgedTimes > before);
      return (await answer.json()) as { result: { data: { id: string } } };
    };
    const event = { type: "ticket.changed", ticketId: 7 } as const;
    const hear = async () => {
      await publish(app, { ...event, userIds: [] }, { type: "news.changed" });
      return await feed.heardUntil({ type: "news.changed" });
    };
    const own = { type: "account.changed" } as const;
    const role = { name: "Helper", permissions: ["tickets"] };
    const made = await act("team.save", role, false);
    const { id } = made.result.data;
    expect(await hear()).toEqual([]);
    await act("team.give", { userId: member.userId, roleId: id });
    expect(await hear()).toEqual([own, event]);
    await act("team.save", { id, revision: 1, ...role, permissions: ["orders"] });
    expect(await hear()).toEqual([own]);
    await act("team.save", { id, revision: 2, ...role });
    expect(await hear()).toEqual([own, event]);
    await act("team.remove", { id, revision: 3 });
    expect(await hear()).toEqual([own]);
  });
});
