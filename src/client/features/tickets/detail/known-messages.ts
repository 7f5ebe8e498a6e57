import type { Page } from "#shared/schemas/lists.ts";
import type { Message } from "#shared/schemas/tickets.ts";

/** A page of the thread, oldest first; `nextCursor` asks for the messages before it. */
export type ThreadPage = Readonly<Page<Message>>;

/** What is known of a thread. */
export type Known = {
  /** By id, oldest first. */
  messages: readonly Message[];
  /** Asks for those before the first; null where the thread begins with it. */
  olderCursor: string | null;
  /** Up to this id nothing is missing; 0 where nothing is known. */
  completeTo: number;
};

const union = (known: readonly Message[], fresh: readonly Message[]): Message[] =>
  [...new Map([...known, ...fresh].map((message) => [message.id, message])).values()].toSorted(
    (a, b) => a.id - b.id,
  );

/**
 * Merges the newest page. Where more was written meanwhile than a page holds, the thread begins anew
 * with it, so that nothing is missing in between.
 */
export const withNewest = (known: Known | undefined, page: ThreadPage): Known => {
  const [first] = page.items;
  const completeTo = page.items.at(-1)?.id ?? 0;
  const isApart =
    known === undefined ||
    (page.nextCursor !== null && first !== undefined && known.completeTo < first.id);
  if (isApart) return { messages: page.items, olderCursor: page.nextCursor, completeTo };
  return {
    messages: union(known.messages, page.items),
    olderCursor: known.olderCursor,
    completeTo: Math.max(known.completeTo, completeTo),
  };
};

/** Adds the page that `olderCursor` asked for. */
export const withOlder = (known: Known, page: ThreadPage): Known => ({
  ...known,
  messages: union(known.messages, page.items),
  olderCursor: page.nextCursor,
});

/** Adds a message that one has just sent; others may have been written before it. */
export const withSent = (known: Known, message: Message): Known => ({
  ...known,
  messages: union(known.messages, [message]),
});
