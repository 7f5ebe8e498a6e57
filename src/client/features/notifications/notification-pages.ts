import type { InfiniteData } from "@tanstack/react-query";
import { COUNT_MAX } from "#shared/constants/lists.ts";
import type { Notification } from "#shared/schemas/notifications.ts";

type Page = { items: Notification[]; nextCursor: string | null };
/** The pages of the list that were loaded. */
type NotificationPages = InfiniteData<Page, string | null>;

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
