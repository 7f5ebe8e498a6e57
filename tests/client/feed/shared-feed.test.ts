import { expect, test } from "bun:test";
import { joinSharedFeed } from "#client/lib/feed/shared-feed.ts";
import { createTokenStore } from "#client/lib/session/token-store.ts";
import type { FeedEvent } from "#shared/feed.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { until } from "#tests/support/until.ts";

/** The lock is another tab's for as long as a test runs. */
const takenElsewhere = () => new Promise(() => {});

/** A tab beside one that holds the feed, and what that one says. @param request what gives the lock. */
const openTab = (request: () => Promise<unknown> = takenElsewhere) => {
  Object.defineProperty(navigator, "locks", { configurable: true, value: { request } });
  const channel = new BroadcastChannel("lynxden-feed");
  const events: FeedEvent["type"][] = [];
  const states: boolean[] = [];
  const leave = joinSharedFeed(
    {
      onEvent: ({ type }) => void events.push(type),
      onState: (isLive) => void states.push(isLive),
    },
    createTokenStore(),
  );
  afterThisTest(() => {
    leave();
    channel.close();
    Reflect.deleteProperty(navigator, "locks");
  });
  const asked: { kind: string; from?: string; missedMs?: number }[] = [];
  channel.addEventListener("message", ({ data }) => void asked.push(data));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
  const tell = (message: object) => channel.postMessage(message);
  return { tell, events, states, asked };
};

test("a tab that joins a feed that is up asks for everything anew, once", async () => {
  const { tell, events, states } = openTab();
  tell({ kind: "state", isLive: true });
  await until(() => states.length === 1);
  expect(events).toEqual(["resync"]);
  tell({ kind: "state", isLive: true });
  tell({ kind: "event", event: { type: "points.changed" } });
  await until(() => events.length > 1);
  expect(events).toEqual(["resync", "points.changed"]);
});

test("[LIVE-08] a tab that joins a feed hears what it has missed from the tab that holds it", async () => {
  const { tell, events, states, asked } = openTab();
  await until(() => asked.length === 1);
  const [{ kind, from = "", missedMs } = { kind: "" }] = asked;
  expect(kind).toBe("ask");
  expect(missedMs).toBeGreaterThanOrEqual(0);
  const missed = { kind: "missed", isLive: true, events: [{ type: "points.changed" }] };
  tell({ ...missed, to: "another tab", events: [{ type: "news.changed" }] });
  tell({ ...missed, to: from });
  tell({ kind: "state", isLive: true });
  tell({ kind: "event", event: { type: "calendar.changed" } });
  await until(() => events.length === 2);
  expect(events).toEqual(["points.changed", "calendar.changed"]);
  expect(states).toEqual([true, true]);
});

test("[LIVE-08] a tab asks for everything anew where nobody knows what it has missed", async () => {
  const { tell, events, asked } = openTab();
  await until(() => asked.length === 1);
  tell({ kind: "missed", to: asked[0]?.from, isLive: true, events: null });
  await until(() => events.length > 0);
  expect(events).toEqual(["resync"]);
});

test("[SITE-11] a tab that joins late is told which version of the site is shown", async () => {
  const { tell, events, asked } = openTab();
  await until(() => asked.length === 1);
  const site = { type: "site.changed", siteVersion: 2 } as const;
  tell({ kind: "missed", to: asked[0]?.from, isLive: true, events: null, site });
  await until(() => events.length === 2);
  expect(events).toEqual(["resync", "site.changed"]);
});

test("[LIVE-08] a tab that could not be given the feed, since it was opening a window, asks for it again", async () => {
  let asked = 0;
  openTab(() => {
    asked += 1;
    return asked === 1
      ? Promise.reject(new Error("The provided callback is no longer runnable."))
      : takenElsewhere();
  });
  await until(() => asked === 2);
});
