import { useEffect, useMemo, useRef } from "react";
import { inBackground } from "#client/lib/session/cause.ts";
import { trpc } from "#client/lib/trpc.ts";
import { TICKET_POLL_MS } from "#shared/constants/timings.ts";
import type { SeenBy } from "#shared/schemas/thread.ts";
import type { Message } from "#shared/schemas/tickets.ts";

/** Tells that one has read a ticket up to its newest message, while one looks at it. */
const useMarkSeen = (ticketId: number, newestId: number) => {
  const { client } = trpc.useUtils();
  const toldId = useRef(0);
  useEffect(() => {
    const tell = () => {
      if (document.hidden || newestId <= toldId.current) return;
      const before = toldId.current;
      toldId.current = newestId;
      inBackground(() => client.messages.markSeen.mutate({ ticketId, messageId: newestId })).catch(
        () => {
          // It is told with the next look.
          toldId.current = before;
        },
      );
    };
    tell();
    document.addEventListener("visibilitychange", tell);
    return () => document.removeEventListener("visibilitychange", tell);
  }, [client, ticketId, newestId]);
};

/**
 * Who of the others has read up to which message, by its id; those who wrote it themselves are left out.
 * @param isLive false: polls.
 */
export const useSeen = (
  ticketId: number,
  messages: readonly Message[],
  isLive: boolean,
): ReadonlyMap<number, readonly SeenBy[]> => {
  useMarkSeen(ticketId, messages.at(-1)?.id ?? 0);
  const { data } = trpc.messages.seenBy.useQuery(
    { ticketId },
    { refetchInterval: isLive ? false : TICKET_POLL_MS },
  );
  return useMemo(() => {
    const authors = new Map(messages.map(({ id, author }) => [id, author.id]));
    const others = (data ?? []).filter(({ id, messageId }) => authors.get(messageId) !== id);
    return Map.groupBy(others, ({ messageId }) => messageId);
  }, [data, messages]);
};
