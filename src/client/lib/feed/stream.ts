import { BACKGROUND_HEADER } from "#client/lib/session/cause.ts";
import type { TokenStore } from "#client/lib/session/token-store.ts";
import { isSameSession } from "#client/lib/session/token.ts";
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
export type Moment = { wallMs: number; runMs: number };

const now = (): Moment => ({ wallMs: Date.now(), runMs: performance.now() });

/** When the page began, and with it its first reads. */
export const PAGE_START: Moment = { wallMs: performance.timeOrigin, runMs: 0 };

/** How long ago that was, in ms. */
export const msSince = ({ wallMs, runMs }: Moment): number =>
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
