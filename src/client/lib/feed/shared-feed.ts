import { BACKGROUND_HEADER } from "#client/lib/session/cause.ts";
import { isSameSession, type TokenStore } from "#client/lib/session/token-store.ts";
import type { FeedEvent } from "#shared/feed.ts";

/** The server sends a comment well within this; silence means that the connection is dead. */
const SILENCE_MS = 45_000;
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 30_000;
const UNAUTHORIZED = 401;

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });

const jittered = (ms: number) => ms * (0.5 + Math.random() / 2);

/** How a connection ended. */
type Ending = {
  /** The wait that the server asked for, if it did. */
  retryMs: number | null;
  /** The session of the bearer has ended. */
  isSessionOver: boolean;
};

/** A moment on two clocks, in ms: one may be set back, the other may stand still while a laptop sleeps. */
type Moment = { wallMs: number; runMs: number };

const now = (): Moment => ({ wallMs: Date.now(), runMs: performance.now() });

/** When the page began, and with it its first reads. */
const PAGE_START: Moment = { wallMs: performance.timeOrigin, runMs: 0 };

/** How long ago that was, in ms. */
const msSince = ({ wallMs, runMs }: Moment): number =>
  Math.ceil(Math.max(0, Date.now() - wallMs, performance.now() - runMs));

const DATA = "data: ";

/**
 * Finds what the server writes for each event, a line of its own, however it is cut on the way; comments
 * are no events.
 * @returns what to call with each part that arrives.
 */
const createParser = (onData: (data: string) => void) => {
  let begun = "";
  return (part: string) => {
    const lines = (begun + part).split("\n");
    begun = lines.pop() ?? "";
    for (const line of lines) if (line.startsWith(DATA)) onData(line.slice(DATA.length));
  };
};

/**
 * Reads one connection, as whom the token says, until it ends.
 * @param missedMs since when nothing was heard: what was told meanwhile is told again.
 * @param onHeard told with every sign of life.
 */
const readOnce = async (
  token: string | null,
  missedMs: number,
  signal: AbortSignal,
  onEvent: (event: FeedEvent) => void,
  onHeard: () => void,
): Promise<Ending> => {
  const dead = new AbortController();
  let timer = setTimeout(() => dead.abort(), SILENCE_MS);
  const ending: Ending = { retryMs: null, isSessionOver: false };
  try {
    const response = await fetch("/api/feed", {
      headers: {
        accept: "text/event-stream",
        ...BACKGROUND_HEADER,
        "x-missed-ms": String(missedMs),
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
      cache: "no-store",
      signal: AbortSignal.any([signal, dead.signal]),
    });
    if (!response.ok || response.body === null) {
      await response.body?.cancel();
      const seconds = Number(response.headers.get("retry-after"));
      return {
        // Never earlier than asked, and not all at once.
        retryMs: seconds > 0 ? seconds * 1000 * (1 + Math.random() / 2) : null,
        isSessionOver: response.status === UNAUTHORIZED,
      };
    }
    const parse = createParser((data) => {
      // Written by our own server from the same union; a foreign shape cannot come from there.
      const event = JSON.parse(data) as FeedEvent;
      if (event.type === "bye") ending.retryMs = event.retryMs;
      if (event.type === "session.ended") ending.isSessionOver = true;
      onEvent(event);
    });
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      clearTimeout(timer);
      timer = setTimeout(() => dead.abort(), SILENCE_MS);
      parse(chunk);
      onHeard();
    }
  } catch {
    // A lost connection is the normal end of a feed; coming back is the answer to it.
  } finally {
    clearTimeout(timer);
  }
  return ending;
};

/** A signal that aborts with `signal`, and as soon as the browser stands for another session. */
const whileSameSession = (
  token: string | null,
  signal: AbortSignal,
  tokens: TokenStore,
  onOther: () => void,
) => {
  const other = new AbortController();
  const leave = tokens.subscribe(({ after }) => {
    if (other.signal.aborted || isSameSession(token, after)) return;
    onOther();
    other.abort();
  });
  return { signal: AbortSignal.any([signal, other.signal]), leave };
};

/**
 * Keeps the live feed open until `signal` aborts: reconnects with capped back-off and jitter, and
 * at once when somebody signs in or out. When the bearer's session has ended, this browser is
 * signed out unless it stands for another session by now.
 * @param onState told `true` after every hello, `false` when the connection is lost.
 * @param since up to when everything was heard; the page's start where nothing was.
 */
export const keepFeedOpen = async (
  signal: AbortSignal,
  tokens: TokenStore,
  onEvent: (event: FeedEvent) => void,
  onState: (isLive: boolean) => void,
  since = PAGE_START,
) => {
  let failures = 0;
  let heard = since;
  while (!signal.aborted) {
    const token = tokens.read();
    let isOther = false;
    const hear = () => {
      // What is another's was asked for from that moment on.
      if (!isOther) heard = now();
    };
    const same = whileSameSession(token, signal, tokens, () => {
      hear();
      isOther = true;
    });
    const onNews = (event: FeedEvent) => {
      if (event.type === "hello") {
        failures = 0;
        onState(true);
      }
      onEvent(event);
    };
    const { retryMs, isSessionOver } = await readOnce(
      token,
      msSince(heard),
      same.signal,
      onNews,
      hear,
    );
    onState(false);
    if (isSessionOver && token !== null && (await tokens.settled(token)) === token)
      tokens.refuse(token);
    const backOffMs = jittered(Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures));
    failures += 1;
    await pause(retryMs ?? backOffMs, same.signal);
    same.leave();
  }
};

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
