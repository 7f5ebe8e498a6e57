import type { TokenStore } from "#client/lib/session/token-store.ts";
import type { FeedEvent } from "#shared/feed.ts";
import { keepFeedOpen } from "./stream.ts";

const LOCK = "lynxden-feed";
const CHANNEL = "lynxden-feed";

type TabMessage =
  | { kind: "event"; event: FeedEvent }
  | { kind: "state"; isLive: boolean }
  /** A new tab asks the one that holds the feed whether it is live. */
  | { kind: "ask" };

export type FeedListener = {
  onEvent(event: FeedEvent): void;
  onState(isLive: boolean): void;
};

/**
 * One live feed for all tabs of a browser: a Web Lock elects the tab that holds it, a
 * BroadcastChannel tells the others, and the lock passes on when that tab closes. Without
 * `navigator.locks` nothing is opened and polling [LIVE-04] serves alone.
 * @returns a function that leaves the feed.
 */
export const joinSharedFeed = (listener: FeedListener, tokens: TokenStore): (() => void) => {
  if (!("locks" in navigator)) return () => {};
  const leaving = new AbortController();
  const channel = new BroadcastChannel(CHANNEL);
  let isLeader = false;
  let isLive = false;
  let hasJoined = false;

  const tellState = (next: boolean) => {
    if (leaving.signal.aborted) return;
    isLive = next;
    listener.onState(next);
    channel.postMessage({ kind: "state", isLive: next } satisfies TabMessage);
  };
  channel.addEventListener("message", ({ data }: MessageEvent<TabMessage>) => {
    if (data.kind === "ask") {
      if (isLeader) channel.postMessage({ kind: "state", isLive } satisfies TabMessage);
    } else if (data.kind === "state") {
      listener.onState(data.isLive);
      // What this tab asked for before it listened may be older than what the others were told.
      if (data.isLive && !hasJoined) listener.onEvent({ type: "resync" });
      hasJoined ||= data.isLive;
    } else listener.onEvent(data.event);
  });
  channel.postMessage({ kind: "ask" } satisfies TabMessage);

  navigator.locks
    .request(LOCK, { signal: leaving.signal }, async () => {
      isLeader = true;
      await keepFeedOpen(
        leaving.signal,
        tokens,
        (event) => {
          listener.onEvent(event);
          channel.postMessage({ kind: "event", event } satisfies TabMessage);
        },
        tellState,
      );
    })
    .catch((error: unknown) => {
      // Leaving before the lock was granted is the one expected rejection.
      if (!leaving.signal.aborted) console.warn("The live feed is not available.", error);
    });

  return () => {
    leaving.abort();
    channel.close();
  };
};
