import type { InfiniteData } from "@tanstack/react-query";
import { useRef } from "react";
import { codeOf } from "#client/lib/api-error.ts";
import { PAGED } from "#client/lib/lists.ts";
import { markNotificationsUpdated } from "#client/lib/markers.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { COUNT_MAX } from "#shared/constants/lists.ts";
import { NOTIFICATIONS } from "#shared/notification-messages.ts";
import type { Page } from "#shared/schemas/lists.ts";
import type { Notification } from "#shared/schemas/notifications.ts";

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

/** The list asks without words or filters: one query for every screen. */
export const ALL = {};

/** One's own notifications, unread ones first, page by page. */
export const useNotificationList = () => trpc.notifications.list.useInfiniteQuery(ALL, PAGED);

const useCache = () => {
  const { accounts, notifications } = trpc.useUtils();
  const { list, unread } = notifications;
  return {
    /** What is under way would take back what is shown now. */
    stop: () => Promise.all([list.cancel(), unread.cancel()]),
    show: (id: number, isRead: boolean) => {
      list.setInfiniteData(ALL, (pages) => pages && withRead(pages, id, isRead));
      unread.setData(
        undefined,
        (known) => known && { count: countAfter(known.count, isRead ? -1 : 1) },
      );
    },
    /** @returns what takes it back. */
    showAllRead: () => {
      const reader = accounts.me.getData()?.id;
      const before = { pages: list.getInfiniteData(ALL), count: unread.getData() };
      list.setInfiniteData(ALL, (pages) => pages && withRead(pages, "all", true));
      unread.setData(undefined, { count: 0 });
      return () => {
        // Whoever has signed in meanwhile is not shown what was theirs.
        if (accounts.me.getData()?.id !== reader) return;
        list.setInfiniteData(ALL, before.pages);
        unread.setData(undefined, before.count);
      };
    },
    drop: (id: number) => list.setInfiniteData(ALL, (pages) => pages && withoutEntry(pages, id)),
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

/** Removes a notification for everybody who got it; Admins alone may. */
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
