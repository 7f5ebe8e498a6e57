import { createParser } from "eventsource-parser";
import { feedEvent, type FeedEvent } from "#shared/feed.ts";

export type OpenFeed = {
  /** The next event, checked against the union; null once the feed has ended. */
  next(): Promise<FeedEvent | null>;
  /** Comments seen so far. */
  comments(): number;
  /** Leaves, as a closed tab does. */
  leave(): Promise<void>;
};

/** Reads a server-sent-events body as a browser would. */
export const readFeed = (body: ReadableStream<Uint8Array> | null): OpenFeed => {
  if (body === null) throw new Error("The answer has no body.");
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const events: FeedEvent[] = [];
  let comments = 0;
  const parser = createParser({
    onEvent: ({ data }) => events.push(feedEvent.parse(JSON.parse(data))),
    onComment: () => {
      comments += 1;
    },
  });
  return {
    next: async () => {
      while (events.length === 0) {
        const { done, value } = await reader.read();
        if (done) return null;
        parser.feed(decoder.decode(value, { stream: true }));
      }
      return events.shift() ?? null;
    },
    comments: () => comments,
    leave: () => reader.cancel(),
  };
};
