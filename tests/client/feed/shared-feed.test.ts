import { expect, test } from "bun:test";
import { joinSharedFeed } from "#client/lib/feed/shared-feed.ts";
import { createTokenStore } from "#client/lib/session/token-store.ts";
import type { FeedEvent } from "#shared/feed.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { until } from "#tests/support/until.ts";

/** A tab beside one that holds the feed, and what that one says. */
const openTab = () => {
  // The lock is another tab's for as long as this test runs.
  Object.defineProperty(navigator, "locks", {
    configurable: true,
    value: { request: () => new Promise(() => {}) },
  });
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
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
  const tell = (message: object) => channel.postMessage(message);
  return { tell, events, states };
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
