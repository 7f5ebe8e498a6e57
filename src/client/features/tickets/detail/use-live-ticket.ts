import { useEffect, useEffectEvent, useRef } from "react";
import { useFeedEvent } from "#client/lib/feed/use-feed-event.ts";
import { markNotificationsUpdated } from "#client/lib/markers.ts";
import { inBackground } from "#client/lib/session/cause.ts";
import { trpc } from "#client/lib/trpc.ts";

/**
 * Keeps the thread of the open ticket in step with what the feed tells; the ticket itself follows like
 * everything else (components/shell/member-live.tsx).
 */
export const useThreadEvents = (ticketId: number, refetchThread: () => void) =>
  useFeedEvent((event) => {
    const isGap = event.type === "hello" || event.type === "resync";
    if (isGap || (event.type === "message.added" && event.ticketId === ticketId)) refetchThread();
  });

/**
 * Marks what one was told about this ticket as read, while one looks at it [MSG-03].
 * @param seen changes with whatever there is new to see; null while nothing is on the screen.
 */
export const useMarkRead = (ticketId: number, seen: string | null, isLive: boolean) => {
  const utils = trpc.useUtils();
  const isDue = useRef(false);

  const mark = useEffectEvent(async () => {
    isDue.current = document.hidden;
    if (isDue.current) return;
    try {
      await inBackground(() => utils.client.notifications.markTicketRead.mutate({ ticketId }));
      markNotificationsUpdated();
      // The feed tells this tab where anything has changed.
      if (!isLive) void inBackground(() => utils.notifications.invalidate());
    } catch {
      // They stay unread until the next look at the ticket.
      isDue.current = true;
    }
  });
  useEffect(() => {
    if (seen !== null) void mark();
  }, [seen]);
  useEffect(() => {
    const onVisible = () => {
      if (isDue.current) void mark();
    };
    document.addEventListener("visibilitychange", onVisible);
    return () => document.removeEventListener("visibilitychange", onVisible);
  }, []);
};
