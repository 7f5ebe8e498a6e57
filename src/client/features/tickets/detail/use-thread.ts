import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { codeOf } from "#client/lib/api-error.ts";
import { useFeedEvent } from "#client/lib/feed/live.ts";
import { prefersReducedMotion } from "#client/lib/scroll.ts";
import { getQueryKey, trpc } from "#client/lib/trpc.ts";
import { THREAD_PAGE_SIZE } from "#shared/constants/lists.ts";
import { MESSAGE_POLL_MS, MINUTE_MS } from "#shared/constants/time.ts";
import type { TicketNote } from "#shared/schemas/desk.ts";
import type { Page } from "#shared/schemas/lists.ts";
import type { Message, TicketEntry } from "#shared/schemas/tickets.ts";
import type { Unsent } from "./outbox.ts";

/** Whoever is so close to the end wants to see what comes. */
const NEAR_PX = 180;

/** How far below the screen the end of an element is; its `scroll-margin-bottom` is kept free. */
const restBelow = (element: HTMLElement): number => {
  const marginPx = Number.parseFloat(getComputedStyle(element).scrollMarginBottom) || 0;
  return element.getBoundingClientRect().bottom + marginPx - window.innerHeight;
};

/**
 * Keeps the end of a growing thread in view on opening, and for as long as one stays near it; keeps
 * what one reads where it is when earlier messages come in above.
 * @param firstId the oldest message that is shown.
 * @param lastId the newest one.
 */
export const useFollow = (
  thread: RefObject<HTMLElement | null>,
  firstId: number | undefined,
  lastId: number | undefined,
) => {
  const [hasNew, setHasNew] = useState(false);
  const follows = useRef(true);
  /** Without a word said yet, the ticket itself is what there is to read. */
  const hasEnd = useRef(lastId !== undefined);
  const isSettled = useRef(false);
  const heightPx = useRef(0);
  const shown = useRef({ firstId, lastId });

  const toEnd = useEffectEvent((behavior: ScrollBehavior) => {
    const restPx = thread.current === null || !hasEnd.current ? 0 : restBelow(thread.current);
    if (restPx > 0) window.scrollBy({ top: restPx, behavior });
  });
  const look = useEffectEvent(() => {
    if (thread.current === null || !isSettled.current) return;
    follows.current = restBelow(thread.current) <= NEAR_PX;
    if (follows.current) setHasNew(false);
  });

  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { firstId, lastId };
    hasEnd.current ||= lastId !== undefined;
    if (thread.current === null) return;
    const addedPx = thread.current.offsetHeight - heightPx.current;
    heightPx.current = thread.current.offsetHeight;
    if (firstId !== undefined && before.firstId !== undefined && firstId < before.firstId) {
      window.scrollBy({ top: addedPx, behavior: "instant" });
      look();
    } else if (lastId !== before.lastId && !follows.current) setHasNew(true);
  }, [thread, firstId, lastId]);

  useEffect(() => {
    const element = thread.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      heightPx.current = element.offsetHeight;
      if (follows.current) toEnd("instant");
    });
    observer.observe(element);
    // The router scrolls a new screen to its top: the thread has the last word.
    const frame = requestAnimationFrame(() => {
      toEnd("instant");
      isSettled.current = true;
    });
    const onScroll = () => look();
    window.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      window.removeEventListener("scroll", onScroll);
    };
  }, [thread]);

  return {
    /** True where something came in below what one reads. */
    hasNew,
    /** From now on the end is followed again, as after one has sent something. */
    follow: () => {
      follows.current = true;
      hasEnd.current = true;
      setHasNew(false);
    },
    jumpToEnd: () => {
      follows.current = true;
      setHasNew(false);
      if (thread.current === null) return;
      const top = Math.max(0, restBelow(thread.current));
      window.scrollBy({ top, behavior: prefersReducedMotion() ? "instant" : "smooth" });
    },
  };
};

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

/** One line of the thread. Keys last: what was being sent keeps its own once it is confirmed. */
export type TimelineItem =
  | { kind: "day"; key: string; at: string }
  | { kind: "entry"; key: string; entry: TicketEntry }
  | { kind: "note"; key: string; note: TicketNote }
  | { kind: "message"; key: string; message: Message | Unsent; startsGroup: boolean };

/** Messages of one author that follow each other within so long stand under one name. */
const GROUP_MS = 10 * MINUTE_MS;

/**
 * Which messages of the thread are what is in the outbox, by the message's id. The server's answer
 * says so; where it has not come (yet), a message of the same words that appeared since does.
 */
export const confirmedIn = (
  messages: readonly Message[],
  unsent: readonly Unsent[],
  userId: string,
): Map<number, string> => {
  const keys = new Map<number, string>();
  for (const { key, messageId } of unsent) if (messageId !== null) keys.set(messageId, key);
  const open = unsent.filter(({ messageId }) => messageId === null);
  // What is on its way now is likelier to be meant than what failed before.
  for (const { key, content, attachments, afterId } of [
    ...open.filter(({ state }) => state === "sending"),
    ...open.filter(({ state }) => state === "failed"),
  ]) {
    const found = messages.find(
      (message) =>
        message.id > afterId &&
        message.author.id === userId &&
        message.content === content &&
        // Messages of pictures alone say the same.
        message.attachments[0]?.id === attachments[0]?.id &&
        !keys.has(message.id),
    );
    if (found !== undefined) keys.set(found.id, key);
  }
  return keys;
};

type Parts = {
  messages: readonly Message[];
  /** True while older messages have not been asked for: history from before then waits with them. */
  hasOlder: boolean;
  history: readonly TicketEntry[];
  /** Of the team, for the team. */
  notes?: readonly TicketNote[];
  unsent: readonly Unsent[];
  userId: string;
};

type Aside = { at: string; item: TimelineItem };

/** What stands between the messages, in its order: what happened, and what the team noted. */
const asidesOf = (history: readonly TicketEntry[], notes: readonly TicketNote[]): Aside[] =>
  [
    ...history
      .toSorted((a, b) => a.id - b.id)
      .map((entry): Aside => ({
        at: entry.at,
        item: { kind: "entry", key: `entry-${entry.id}`, entry },
      })),
    ...notes.map((note): Aside => ({
      at: note.createdAt,
      item: { kind: "note", key: `note-${note.id}`, note },
    })),
  ].toSorted((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));

const dayOf = (at: string) => new Date(at).toDateString();

/** Everything that happened, in its order, with a line where a new day begins. */
export const timelineOf = ({
  messages,
  hasOlder,
  history,
  notes = [],
  unsent,
  userId,
}: Parts): TimelineItem[] => {
  const [oldest] = messages;
  const confirmed = confirmedIn(messages, unsent, userId);
  const items: TimelineItem[] = [];
  const days = new Set<string>();
  let last: { at: string; authorId: string | null } | null = null;

  /** @returns true where the author's name has to be said (again). */
  const begin = (at: string, authorId: string | null): boolean => {
    const day = dayOf(at);
    const isNewDay = last === null || dayOf(last.at) !== day;
    // This browser's clock may be behind the server's: what it sends now is not of the day before.
    if (isNewDay && !days.has(day) && (last === null || at > last.at)) {
      days.add(day);
      items.push({ kind: "day", key: `day-${day}`, at });
    }
    const startsGroup =
      last === null ||
      isNewDay ||
      last.authorId !== authorId ||
      Date.parse(at) - Date.parse(last.at) > GROUP_MS;
    last = { at, authorId };
    return startsGroup;
  };

  const since = hasOlder && oldest !== undefined ? oldest.createdAt : "";
  const asides = asidesOf(history, notes).filter(({ at }) => at >= since);
  let told = 0;
  const tellUntil = (at: string | null) => {
    for (const aside of asides.slice(told)) {
      if (at !== null && aside.at > at) return;
      told += 1;
      begin(aside.at, null);
      items.push(aside.item);
    }
  };

  for (const message of messages) {
    tellUntil(message.createdAt);
    const startsGroup = begin(message.createdAt, message.author.id);
    const key = confirmed.get(message.id) ?? `message-${message.id}`;
    items.push({ kind: "message", key, message, startsGroup });
  }
  tellUntil(null);
  const shown = new Set(messages.flatMap(({ id }) => confirmed.get(id) ?? []));
  for (const one of unsent) {
    const isOfOlder = one.messageId !== null && oldest !== undefined && one.messageId < oldest.id;
    if (shown.has(one.key) || isOfOlder) continue;
    const startsGroup = begin(one.at, userId);
    items.push({ kind: "message", key: one.key, message: one, startsGroup });
  }
  return items;
};

/** True where there is no such ticket, or none that one may see. */
export const isUnknown = (error: unknown): boolean => codeOf(error) === "not_found";

/** Where the thread of a ticket stands among the queries: what invalidates messages finds it, too. */
export const threadKey = (ticketId: number) =>
  getQueryKey(trpc.messages.list, { ticketId }, "query");

/**
 * The messages of a ticket, as far as they have been asked for. Asking again fetches the newest page
 * and merges it.
 * @param isLive false: polls [LIVE-04].
 * @param isThere false while there is no such ticket for this person; asks anew once there is.
 */
export const useThread = (ticketId: number, isLive: boolean, isThere: boolean) => {
  const queryClient = useQueryClient();
  const { client } = trpc.useUtils();
  const queryKey = threadKey(ticketId);

  const thread = useQuery({
    queryKey,
    queryFn: async () => {
      const page = await client.messages.list.query({ ticketId, limit: THREAD_PAGE_SIZE });
      // Read now: older ones, or one that was sent, may have come meanwhile.
      return withNewest(queryClient.getQueryData<Known>(queryKey), page);
    },
    enabled: isThere,
    staleTime: 0,
    refetchInterval: isLive ? false : MESSAGE_POLL_MS,
  });
  useFeedEvent((event) => {
    if (event.type !== "message.changed" || event.ticketId !== ticketId) return;
    const newest = queryClient.getQueryData<Known>(queryKey)?.messages.slice(-THREAD_PAGE_SIZE);
    // What is asked for again is the newest page: one before it is forgotten, with all others.
    if (newest?.some(({ id }) => id === event.messageId) === false)
      void queryClient.resetQueries({ queryKey, exact: true });
  });
  const older = useMutation({
    mutationFn: async (cursor: string) => {
      const page = await client.messages.list.query({ ticketId, cursor, limit: THREAD_PAGE_SIZE });
      queryClient.setQueryData<Known>(queryKey, (known) =>
        known?.olderCursor === cursor ? withOlder(known, page) : known,
      );
    },
  });
  return {
    thread,
    older,
  };
};
