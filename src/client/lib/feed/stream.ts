import { createParser } from "eventsource-parser";
import type { FeedEvent } from "#shared/feed.ts";

/** The server sends a comment well within this; silence means that the connection is dead. */
const SILENCE_MS = 45_000;
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 30_000;

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });

const jittered = (ms: number) => ms * (0.5 + Math.random() / 2);

/** Reads one connection until it ends. Resolves with the wait that the server asked for, if it did. */
const readOnce = async (
  signal: AbortSignal,
  onEvent: (event: FeedEvent) => void,
): Promise<number | null> => {
  const dead = new AbortController();
  let timer = setTimeout(() => dead.abort(), SILENCE_MS);
  let retryMs: number | null = null;
  try {
    const response = await fetch("/api/feed", {
      headers: { accept: "text/event-stream", "x-background": "1" },
      cache: "no-store",
      signal: AbortSignal.any([signal, dead.signal]),
    });
    if (!response.ok || response.body === null) {
      await response.body?.cancel();
      const seconds = Number(response.headers.get("retry-after"));
      return seconds > 0 ? seconds * 1000 : null;
    }
    const parser = createParser({
      onEvent: ({ data }) => {
        // Written by our own server from the same union; a foreign shape cannot come from there.
        const event = JSON.parse(data) as FeedEvent;
        if (event.type === "bye") retryMs = event.retryMs;
        onEvent(event);
      },
    });
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      clearTimeout(timer);
      timer = setTimeout(() => dead.abort(), SILENCE_MS);
      parser.feed(chunk);
    }
  } finally {
    clearTimeout(timer);
  }
  return retryMs;
};

/**
 * Keeps the live feed open until `signal` aborts: reconnects with capped back-off and jitter.
 * @param onState told `true` after every hello, `false` when the connection is lost.
 */
export const keepFeedOpen = async (
  signal: AbortSignal,
  onEvent: (event: FeedEvent) => void,
  onState: (isLive: boolean) => void,
) => {
  let failures = 0;
  while (!signal.aborted) {
    let askedMs: number | null = null;
    try {
      askedMs = await readOnce(signal, (event) => {
        if (event.type === "hello") {
          failures = 0;
          onState(true);
        }
        onEvent(event);
      });
    } catch {
      // A lost connection is the normal end of a feed; the back-off below is the answer to it.
    }
    onState(false);
    const backOffMs = jittered(Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures));
    failures += 1;
    await pause(askedMs ?? backOffMs, signal);
  }
};
