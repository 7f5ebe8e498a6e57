import { use, useEffect, useEffectEvent, useState } from "react";
import { LiveContext, useLive, useFeedEvent } from "#client/lib/feed/live.ts";
import { onMarker } from "#client/lib/markers.ts";
import { inBackground } from "#client/lib/session/cause.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { createPace } from "#client/lib/timers.ts";
import { trpc } from "#client/lib/trpc.ts";
import { useUnread } from "#client/lib/use-unread.ts";
import { MEMBER_POLL_MS } from "#shared/constants/timings.ts";
import type { FeedEvent } from "#shared/feed.ts";
import { countText } from "#shared/rules/numbers.ts";

const BADGE = /^\(\d+\+?\) /;

/** A title with the number of what is unread before it: "(3) Settings". None for 0. */
export const withBadge = (title: string, count: number): string => {
  const bare = title.replace(BADGE, "");
  return count > 0 ? `(${countText(count)}) ${bare}` : bare;
};

/**
 * Puts the number of what is unread before the title of the page, whoever writes that title and
 * whenever: each screen sets its own, and need not know of this.
 */
const useTitleBadge = (count: number) => {
  useEffect(() => {
    const show = (shown: number) => {
      const title = withBadge(document.title, shown);
      if (title !== document.title) document.title = title;
    };
    show(count);
    const observer = new MutationObserver(() => show(count));
    observer.observe(document.head, { subtree: true, childList: true, characterData: true });
    return () => {
      observer.disconnect();
      show(0);
    };
  }, [count]);
};

/** What of the member area is asked for anew, by what it is about. */
const useRefetch = () => {
  const { tickets, notifications, members, links, points, orders } = trpc.useUtils();
  // An Admin hears of every ticket: a busy hour must not become a request for each of its events.
  const [pace] = useState(() => createPace(inBackground));
  const overviewToo = () => members.overview.invalidate();
  const ticketLists = () =>
    Promise.all([tickets.list.invalidate(), tickets.counts.invalidate(), overviewToo()]);
  const notificationsToo = () =>
    Promise.all([
      notifications.list.invalidate(),
      notifications.unread.invalidate(),
      overviewToo(),
    ]);
  const ordersToo = () => Promise.all([orders.invalidate(), overviewToo()]);
  const balance = () => {
    void members.membership.invalidate();
    void overviewToo();
    void points.statement.invalidate();
  };
  return {
    /** The lists and what is known of this one. Its thread is its screen's own affair. */
    ticket: (id: number) => {
      void tickets.byId.invalidate({ id });
      void tickets.history.invalidate({ id });
      void pace("tickets", ticketLists);
    },
    notifications: () => void pace("notifications", notificationsToo),
    balance,
    /** One's own, and for Admins everybody's with what Tebex has told. */
    orders: () => void pace("orders", ordersToo),
    /** After a gap in the feed; what is about the account comes with it anyway (lib/feed/live.ts). */
    everything: () => {
      void tickets.invalidate();
      void notificationsToo();
      void points.statement.invalidate();
      void ordersToo();
    },
    /** What is not kept fresh by the screen that shows it, while the feed is down. */
    polled: () => {
      void ticketLists();
      void notificationsToo();
      balance();
      void ordersToo();
      void links.list.invalidate();
    },
  };
};

/**
 * Keeps everything of the member area in step with the server, whatever screen is open: turns news
 * of the feed and of other tabs into refetches, polls while the feed is down, and puts the number of
 * unread notifications before the title of the page.
 */
export const useMemberLive = () => {
  const user = useSession();
  const isSignedIn = user != null;
  const isLive = useLive(isSignedIn);
  const refetch = useRefetch();

  useFeedEvent((event: FeedEvent) => {
    if (!isSignedIn) return;
    if (event.type === "ticket.changed") refetch.ticket(event.ticketId);
    else if (event.type === "notifications.changed") refetch.notifications();
    else if (event.type === "points.changed") refetch.balance();
    else if (event.type === "orders.changed") refetch.orders();
    else if (event.type === "hello" || event.type === "resync") refetch.everything();
  });

  // The feed may have begun before this was loaded, or between its drawing and now: what it told until
  // now, nobody has heard.
  const live = use(LiveContext);
  const catchUp = useEffectEvent(() => {
    if (isSignedIn && live?.isLive() === true) inBackground(refetch.everything);
  });
  useEffect(() => catchUp(), []);

  const onNotifications = useEffectEvent(() => inBackground(refetch.notifications));
  const onPoints = useEffectEvent(() => inBackground(refetch.balance));
  const poll = useEffectEvent(() => inBackground(refetch.polled));
  useEffect(() => {
    if (!isSignedIn) return undefined;
    return onMarker({
      onNotifications: () => onNotifications(),
      onPoints: () => onPoints(),
    });
  }, [isSignedIn]);
  useEffect(() => {
    if (!isSignedIn || isLive) return undefined;
    const timer = setInterval(() => poll(), MEMBER_POLL_MS);
    return () => clearInterval(timer);
  }, [isSignedIn, isLive]);

  useTitleBadge(useUnread());
};
