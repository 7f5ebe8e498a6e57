import type { TokenStore } from "#client/lib/session/token-store.ts";
import type { FeedEvent } from "#shared/feed.ts";
import { keepFeedOpen, type Moment, msSince, PAGE_START } from "./stream.ts";

const LOCK = "lynxden-feed";
const CHANNEL = "lynxden-feed";
const RESYNC: FeedEvent = { type: "resync" };

type TabMessage =
  | { kind: "event"; event: FeedEvent }
  | { kind: "state"; isLive: boolean }
  /**
   * A new tab asks the one that holds the feed whether it is live, and what was told since it began.
   * Tabs of older builds give no name, and are answered with the state.
   */
  | { kind: "ask"; from?: string; missedMs?: number }
  /**
   * `events: null` where that is not known any more. `site`: what is shown of it, as the feed said last,
   * since a page may be older than all that was told.
   */
  | {
      kind: "missed";
      to: string;
      isLive: boolean;
      events: readonly FeedEvent[] | null;
      site?: SiteShown | null;
    };

type SiteShown = Extract<FeedEvent, { type: "site.changed" }>;

/** What an event says of the site that is shown; null for one that says nothing. */
const siteIn = (event: FeedEvent): SiteShown | null => {
  if (event.type !== "hello" && event.type !== "site.changed") return null;
  const { siteVersion, maintenance } = event;
  if (siteVersion === undefined) return null;
  return { type: "site.changed", siteVersion, ...(maintenance !== undefined && { maintenance }) };
};

/** What tabs have asked one another is on its way no longer than this. */
const ON_THE_WAY_MS = 5000;
/** So long events are kept for new tabs, and so many. */
const KEPT_MS = 60_000;
const KEPT_MAX = 500;
/** Whoever takes the feed over does not know when the tab before it has heard the last. */
const TAKEN_OVER_MS = 60_000;
/** How often, and after how long each time, a tab asks again for what it could not hold. */
const ASK_AGAIN_TIMES = 3;
const ASK_AGAIN_MS = 1000;

const ago = (ms: number): Moment => ({
  wallMs: Date.now() - ms,
  runMs: performance.now() - ms,
});

/** What the tab that holds the feed has heard lately. @param since up to when it had heard everything. */
const createHeard = (since: Moment) => {
  let kept: { at: Moment; event: FeedEvent }[] = [];
  let knownFrom = since;
  return {
    add: (event: FeedEvent) => {
      const at = ago(0);
      // After a gap nothing before it is known.
      if (event.type === "hello" && event.isWhole !== true) {
        kept = [];
        knownFrom = at;
      }
      kept.push({ at, event });
      const isKept = (one: (typeof kept)[number], index: number) =>
        index >= kept.length - KEPT_MAX && msSince(one.at) <= KEPT_MS;
      const dropped = kept.findLast((one, index) => !isKept(one, index));
      if (dropped === undefined) return;
      knownFrom = dropped.at;
      kept = kept.filter(isKept);
    },
    /** What came in the last so many ms; null where that is not known. */
    since: (missedMs: number): readonly FeedEvent[] | null =>
      missedMs > msSince(knownFrom)
        ? null
        : kept.flatMap(({ at, event }) => (msSince(at) <= missedMs ? [event] : [])),
  };
};

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
  const from = crypto.randomUUID();
  /** While this tab holds the feed. */
  let heard: ReturnType<typeof createHeard> | null = null;
  let isLive = false;
  let hasJoined = false;
  let site: SiteShown | null = null;

  const tellState = (next: boolean) => {
    if (leaving.signal.aborted) return;
    isLive = next;
    listener.onState(next);
    channel.postMessage({ kind: "state", isLive: next } satisfies TabMessage);
  };
  const answer = ({ from: to, missedMs = 0 }: Extract<TabMessage, { kind: "ask" }>) => {
    if (heard === null) return;
    const events = heard.since(missedMs + ON_THE_WAY_MS);
    const said: TabMessage =
      to === undefined ? { kind: "state", isLive } : { kind: "missed", to, isLive, events, site };
    channel.postMessage(said);
  };
  channel.addEventListener("message", ({ data }: MessageEvent<TabMessage>) => {
    if (data.kind === "ask") answer(data);
    else if (data.kind === "missed") {
      if (data.to !== from || hasJoined) return;
      hasJoined = true;
      listener.onState(data.isLive);
      for (const event of data.events ?? [RESYNC]) listener.onEvent(event);
      if (data.site != null) listener.onEvent(data.site);
    } else if (data.kind === "state") {
      listener.onState(data.isLive);
      // What this tab asked for before it listened may be older than what the others were told.
      if (data.isLive && !hasJoined) listener.onEvent(RESYNC);
      hasJoined ||= data.isLive;
    } else listener.onEvent(data.event);
  });
  const ask: TabMessage = { kind: "ask", from, missedMs: msSince(PAGE_START) };
  channel.postMessage(ask);

  const holdFeed = async () => {
    const since = hasJoined ? ago(Math.min(TAKEN_OVER_MS, msSince(PAGE_START))) : PAGE_START;
    const mine = createHeard(since);
    heard = mine;
    await keepFeedOpen(
      leaving.signal,
      tokens,
      (event) => {
        mine.add(event);
        site = siteIn(event) ?? site;
        listener.onEvent(event);
        channel.postMessage({ kind: "event", event } satisfies TabMessage);
      },
      tellState,
      since,
    );
  };
  /** A browser that is opening a window cannot call what is to hold the lock: the lock is asked for again. */
  const takeTurn = (attemptsLeft: number): void => {
    navigator.locks.request(LOCK, { signal: leaving.signal }, holdFeed).catch((error: unknown) => {
      // Leaving before the lock was granted is the one expected rejection.
      if (leaving.signal.aborted) return;
      if (attemptsLeft > 0) setTimeout(takeTurn, ASK_AGAIN_MS, attemptsLeft - 1);
      else console.warn("The live feed is not available.", error);
    });
  };
  takeTurn(ASK_AGAIN_TIMES);

  return () => {
    leaving.abort();
    channel.close();
  };
};
