import { useEffect, useEffectEvent, useState } from "react";
import { useLive } from "#client/lib/feed/live.ts";
import { onMarker } from "#client/lib/markers.ts";
import { inBackground } from "#client/lib/session/cause.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { createPace } from "#client/lib/timers.ts";
import { trpc } from "#client/lib/trpc.ts";
import { useUnread } from "#client/lib/use-unread.ts";
import { MEMBER_POLL_MS } from "#shared/constants/timings.ts";
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

/** What is asked for anew where the feed is not there to cause it. */
const useRefetch = () => {
  const { tickets, notifications, members, links, points, orders } = trpc.useUtils();
  const [pace] = useState(() => createPace(inBackground));
  const own = () =>
    Promise.all([
      notifications.list.invalidate(),
      notifications.unread.invalidate(),
      members.overview.invalidate(),
    ]);
  const balance = () => {
    void members.membership.invalidate();
    void members.overview.invalidate();
    void points.statement.invalidate();
  };
  return {
    notifications: () => void pace("notifications", own),
    balance,
    /** What is not kept fresh by the screen that shows it, while the feed is down. */
    polled: () => {
      void tickets.list.invalidate();
      void tickets.counts.invalidate();
      void own();
      balance();
      void orders.invalidate();
      void links.list.invalidate();
    },
  };
};

/**
 * Keeps everything of the member area in step with the server, whatever screen is open: joins the feed
 * (lib/feed/refetch.ts), turns news of other tabs into refetches, polls while the feed is down, and
 * puts the number of unread notifications before the title of the page.
 */
export const useMemberLive = () => {
  const user = useSession();
  const isSignedIn = user != null;
  const isLive = useLive(isSignedIn);
  const refetch = useRefetch();

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
