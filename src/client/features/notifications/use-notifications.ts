import type { InfiniteData } from "@tanstack/react-query";
import { useRef } from "react";
import { codeOf } from "#client/lib/api-error.ts";
import { PAGED } from "#client/lib/lists.ts";
import { markNotificationsUpdated } from "#client/lib/markers.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { NOTIFICATION_FILTERS, type NotificationFilter } from "#shared/constants/addresses.ts";
import { COUNT_MAX } from "#shared/constants/lists.ts";
import { NOTIFICATIONS } from "#shared/notification-messages.ts";
import type { Page } from "#shared/schemas/lists.ts";
import type {
  Notification,
  NotificationListInput,
  UnreadCount,
} from "#shared/schemas/notifications.ts";

/** The pages of the list that were loaded. */
type NotificationPages = InfiniteData<Page<Notification>, string | null>;

/** What the pages hold, each once: what is read while pages are loaded may come twice. */
export const entriesOf = (
  list: { pages: readonly { items: readonly Notification[] }[] } | undefined,
): Notification[] => {
  const byId = new Map<number, Notification>();
  for (const { items } of list?.pages ?? [])
    for (const item of items) if (!byId.has(item.id)) byId.set(item.id, item);
  return [...byId.values()];
};

/** The pages with one of them, or with `all`, marked as read or unread, each at its place. */
export const withRead = (
  pages: NotificationPages,
  id: number | "all",
  isRead: boolean,
): NotificationPages => ({
  ...pages,
  pages: pages.pages.map((page) => ({
    ...page,
    items: page.items.map((item) => (id === "all" || item.id === id ? { ...item, isRead } : item)),
  })),
});

/** The pages without one. */
export const withoutEntry = (pages: NotificationPages, id: number): NotificationPages => ({
  ...pages,
  pages: pages.pages.map((page) => ({
    ...page,
    items: page.items.filter((item) => item.id !== id),
  })),
});

/** The number of unread ones after one more, or one less; "99+" stays until it is counted again. */
export const countAfter = (count: number, change: 1 | -1): number =>
  count >= COUNT_MAX ? count : Math.max(0, count + change);

/** The numbers after one of a topic was marked. */
const countsAfter = (
  known: UnreadCount,
  topic: "tickets" | "news",
  change: 1 | -1,
): UnreadCount => ({
  ...known,
  count: countAfter(known.count, change),
  [topic]: countAfter(known[topic], change),
});

/** What the server is asked for by a filter; all of them without one. */
export const listInputOf = (filter: NotificationFilter | undefined): NotificationListInput =>
  filter === undefined ? {} : { filter };

/** The list with each of its filters: what is done is shown in all that are known. */
const INPUTS = [undefined, ...NOTIFICATION_FILTERS].map(listInputOf);

/** One's own notifications, unread ones first, page by page. */
export const useNotificationList = (filter: NotificationFilter | undefined) =>
  trpc.notifications.list.useInfiniteQuery(listInputOf(filter), PAGED);

/** A notification at its place in the list, and what stands above it there. */
export type PlacedEntry = {
  entry: Notification;
  /** The day that begins with it, and whether what follows is unread; null where none begins. */
  begins: { day: string; isUnread: boolean } | null;
  /** The ticket that it shares with others of the day, of which it is the first; null otherwise. */
  head: { ticketId: number; count: number } | null;
  /** There is such a head above it. */
  isUnderHead: boolean;
};

/**
 * The list by day, and of a day by ticket: unread ones first, each ticket where its newest stands
 * [NOTE-07].
 * @param dayOf the day of a moment, where one is.
 */
export const placeEntries = (
  entries: readonly Notification[],
  dayOf: (at: string) => string,
): PlacedEntry[] => {
  const ordered = entries.toSorted((a, b) => Number(a.isRead) - Number(b.isRead) || b.id - a.id);
  const groupOf = ({ isRead, createdAt }: Notification) => `${isRead} ${dayOf(createdAt)}`;
  return [...Map.groupBy(ordered, groupOf).values()].flatMap((ofDay) => {
    const byTicket = Map.groupBy(ofDay, ({ id, ticketId }) => ticketId ?? `none ${id}`);
    return [...byTicket.values()].flat().map((entry, index) => {
      const { id, ticketId, isRead, createdAt } = entry;
      const ofTicket = ticketId === null ? [] : (byTicket.get(ticketId) ?? []);
      const isUnderHead = ticketId !== null && ofTicket.length > 1;
      const isFirst = isUnderHead && ofTicket[0]?.id === id;
      return {
        entry,
        begins: index === 0 ? { day: dayOf(createdAt), isUnread: !isRead } : null,
        head: isFirst ? { ticketId, count: ofTicket.length } : null,
        isUnderHead,
      };
    });
  });
};

const useCache = () => {
  const { accounts, notifications } = trpc.useUtils();
  const { list, unread } = notifications;
  const change = (changed: (pages: NotificationPages) => NotificationPages) => {
    for (const input of INPUTS) list.setInfiniteData(input, (pages) => pages && changed(pages));
  };
  return {
    /** What is under way would take back what is shown now. */
    stop: () => Promise.all([list.cancel(), unread.cancel()]),
    show: (id: number, isRead: boolean) => {
      const lists = INPUTS.map((input) => list.getInfiniteData(input));
      const shown = lists.flatMap(entriesOf).find((entry) => entry.id === id);
      const topic = shown?.ticketId == null ? "news" : "tickets";
      change((pages) => withRead(pages, id, isRead));
      unread.setData(undefined, (known) => known && countsAfter(known, topic, isRead ? -1 : 1));
    },
    /** @returns what takes it back. */
    showAllRead: () => {
      const reader = accounts.me.getData()?.id;
      const before = INPUTS.map((input) => list.getInfiniteData(input));
      const count = unread.getData();
      change((pages) => withRead(pages, "all", true));
      unread.setData(undefined, { count: 0, tickets: 0, news: 0 });
      return () => {
        // Whoever has signed in meanwhile is not shown what was theirs.
        if (accounts.me.getData()?.id !== reader) return;
        for (const [index, input] of INPUTS.entries()) list.setInfiniteData(input, before[index]);
        unread.setData(undefined, count);
      };
    },
    drop: (id: number) => change((pages) => withoutEntry(pages, id)),
    refetch: () => Promise.all([list.invalidate(), unread.invalidate()]),
  };
};

/**
 * Marks notifications as read: shown at once, taken back where the server refuses, told to the other
 * tabs [LIVE-05].
 */
export const useReading = () => {
  const cache = useCache();
  /** Those that were followed to their ticket: nobody is told that they are read now. */
  const followed = useRef(new Set<number>());
  const one = trpc.notifications.markRead.useMutation({
    onMutate: async ({ notificationId }) => {
      await cache.stop();
      cache.show(Number(notificationId), true);
    },
    onSuccess: (_nothing, { notificationId }) => {
      markNotificationsUpdated();
      if (!followed.current.has(Number(notificationId))) toast("success", NOTIFICATIONS.read);
    },
    onError: (_error, { notificationId }) => {
      cache.show(Number(notificationId), false);
      toast("error", NOTIFICATIONS.readFailed);
    },
    onSettled: () => cache.refetch(),
  });
  const all = trpc.notifications.markAllRead.useMutation({
    onMutate: async () => {
      await cache.stop();
      return { takeBack: cache.showAllRead() };
    },
    onSuccess: () => {
      markNotificationsUpdated();
      toast("success", NOTIFICATIONS.read);
    },
    onError: (_error, _nothing, context) => {
      context?.takeBack();
      toast("error", NOTIFICATIONS.readFailed);
    },
    onSettled: () => cache.refetch(),
  });
  return {
    read: (notificationId: number) => one.mutate({ notificationId }),
    /** The same without a word: whoever follows a notification has left the list. */
    follow: (notificationId: number) => {
      followed.current.add(notificationId);
      one.mutate({ notificationId });
    },
    readAll: () => all.mutate(),
  };
};

/** Removes a notification for everybody who got it; whoever looks after the site alone may. */
export const useRemoval = (onRemoved: () => void) => {
  const cache = useCache();
  const gone = async (id: number) => {
    await cache.stop();
    cache.drop(id);
    onRemoved();
  };
  return trpc.notifications.remove.useMutation({
    onSuccess: async (_nothing, { id }) => {
      await gone(Number(id));
      markNotificationsUpdated();
      toast("success", NOTIFICATIONS.removed, "admin");
    },
    onError: async (error, { id }) => {
      // Somebody else was faster. Whatever else went wrong stands in the dialog.
      if (codeOf(error) !== "not_found") return;
      await gone(Number(id));
      toast("info", NOTIFICATIONS.unknown, "admin");
    },
    onSettled: () => cache.refetch(),
  });
};

/** What one has written to others, the newest first. */
export const useSent = () => trpc.notifications.sent.useInfiniteQuery({}, PAGED);

/** Withdraws what one has written from everybody who has it. */
export const useWithdrawal = (onWithdrawn: () => void) => {
  const cache = useCache();
  const { sent } = trpc.useUtils().notifications;
  return trpc.notifications.withdraw.useMutation({
    onSuccess: () => {
      markNotificationsUpdated();
      toast("success", NOTIFICATIONS.withdrawn, "admin");
      onWithdrawn();
    },
    onSettled: () => Promise.all([sent.invalidate(), cache.refetch()]),
  });
};
