import { describe, expect, test } from "bun:test";
import {
  createFeedHub,
  teamChannel,
  createRecent,
  RECENT_MAX,
  RECENT_MS,
} from "#server/live/feed.ts";
import type { FeedEvent } from "#shared/feed.ts";
import { testApp } from "#tests/support/app.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { signedIn } from "#tests/support/sign-in.ts";
import { readFeed } from "#tests/support/sse.ts";

const ticket = (ticketId: number): FeedEvent => ({ type: "ticket.changed", ticketId });
const calendar: FeedEvent = { type: "calendar.changed" };

/** A hub with a clock that the test moves. */
const movedHub = () => {
  let atMs = 1_000_000;
  const hub = createFeedHub({ buildId: "build-1", nowMs: () => atMs });
  afterThisTest(() => hub.end());
  return { hub, pass: (ms: number) => void (atMs += ms) };
};
const guest = (hub: ReturnType<typeof movedHub>["hub"], missedMs: number | null) =>
  readFeed(hub.open(["everyone"], "203.0.113.1", null, null, missedMs));
const told = (key: string, players: number): FeedEvent => ({
  type: "servers.changed",
  rows: [{ key, players }] as never,
  summary: { players } as never,
});
const hello = { type: "hello", buildId: "build-1" } as const;

describe("[LIVE-08] a feed tells again what its page has missed", () => {
  test("from its first reads on, each event once, and then what comes", async () => {
    const { hub, pass } = movedHub();
    pass(60_000);
    hub.send("everyone", ticket(1));
    pass(30_000);
    hub.send("everyone", calendar);
    hub.send("member:other", ticket(2));
    hub.send("everyone", calendar);
    pass(3000);
    const feed = guest(hub, 4000);
    expect(await feed.next()).toEqual({ ...hello, isWhole: true });
    expect(await feed.next()).toEqual(calendar);
    hub.send("everyone", ticket(3));
    expect(await feed.next()).toEqual(ticket(3));
  });

  test("a page that says nothing, or began before anything is known, reads everything anew", async () => {
    const { hub, pass } = movedHub();
    hub.send("everyone", calendar);
    pass(20_000);
    expect(await guest(hub, null).next()).toEqual(hello);
    expect(await guest(hub, 15_000).next()).toEqual(hello);
    expect(await guest(hub, 5000).next()).toEqual({ ...hello, isWhole: true });
    pass(RECENT_MS);
    expect(await guest(hub, RECENT_MS).next()).toEqual(hello);
  });

  test("of servers the newest rows alone", () => {
    let atMs = 0;
    const recent = createRecent(() => atMs);
    recent.add(["everyone"], told("a", 1));
    atMs += 100;
    recent.add(["everyone"], told("b", 2));
    recent.add(["everyone"], told("b", 3));
    const channels = new Set(["everyone"]);
    expect(recent.since(50, channels)).toEqual([told("b", 3)]);
    expect(recent.since(0, channels)).toEqual([
      {
        type: "servers.changed",
        rows: [
          { key: "a", players: 1 },
          { key: "b", players: 3 },
        ] as never,
        summary: { players: 3 } as never,
      },
    ]);
  });

  test("more than is kept makes the time that is known shorter", () => {
    let atMs = 0;
    const recent = createRecent(() => atMs);
    for (let id = 0; id <= RECENT_MAX; id += 1) {
      recent.add(["everyone"], ticket(id));
      atMs += 1;
    }
    expect(recent.reaches(0)).toBe(false);
    expect(recent.reaches(1)).toBe(true);
    expect(recent.since(1, new Set(["everyone"]))).toHaveLength(RECENT_MAX);
  });

  test("members hear what is theirs, Admins what Admins hear, and nobody anything else", async () => {
    const { hub, pass } = movedHub();
    const app = await testApp({ overrides: { feeds: hub } });
    pass(60_000);
    const admin = await signedIn(app, { role: "Admin" });
    const member = await signedIn(app);
    const other = await signedIn(app);
    const told = async (headers: Record<string, string>) => {
      const { body } = await app.request("/api/feed", {
        headers: { "x-missed-ms": "500", ...headers },
      });
      const feed = readFeed(body);
      expect(await feed.next()).toMatchObject({ type: "hello", isWhole: true });
      const events: unknown[] = [];
      // Whatever was missed comes before what is told now.
      hub.send("everyone", { type: "news.changed" });
      for (;;) {
        const event = await feed.next();
        if (event === null || event.type === "news.changed") break;
        events.push(event);
      }
      await feed.leave();
      pass(60_000);
      return events;
    };
    const listening = [admin.headers, member.headers, other.headers, {}];
    const heard: unknown[] = [];
    for (const headers of listening) {
      hub.send(teamChannel("tickets"), ticket(1));
      hub.sendTo([teamChannel("tickets"), `member:${member.userId}`], ticket(2));
      hub.send("everyone", calendar);
      heard.push(await told(headers));
    }
    expect(heard).toEqual([
      [ticket(1), ticket(2), calendar],
      [ticket(2), calendar],
      [calendar],
      [calendar],
    ]);
  });

  test.each(["", "soon", "-1", "1e3", "123456789"])("%p says nothing", async (said) => {
    const { hub, pass } = movedHub();
    const app = await testApp({ overrides: { feeds: hub } });
    pass(60_000);
    const { body } = await app.request("/api/feed", { headers: { "x-missed-ms": said } });
    expect(await readFeed(body).next()).not.toHaveProperty("isWhole");
  });
});
