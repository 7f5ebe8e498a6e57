import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { UnreadCount } from "#shared/schemas/notifications.ts";
import { inBackground, isBackground } from "./session/cause.ts";
import { useSession } from "./session/use-session.ts";
import { getQueryKey, trpc } from "./trpc.ts";

/** A lock of this name is held for each ticket that somebody looks at, in whatever tab. */
const LOOK = "lynxden-look-";

/** The tickets that this tab shows. */
const inSight = new Set<number>();

/**
 * Says that somebody looks at a ticket: what comes in about it counts as read in every tab of this
 * browser [MSG-03].
 * @returns a function that ends it.
 */
export const lookAtTicket = (ticketId: number): (() => void) => {
  inSight.add(ticketId);
  const left = Promise.withResolvers<void>();
  if ("locks" in navigator)
    void navigator.locks.request(`${LOOK}${ticketId}`, { mode: "shared" }, () => left.promise);
  return () => {
    inSight.delete(ticketId);
    left.resolve();
  };
};

const ticketsLookedAt = async (): Promise<number[]> => {
  const held = "locks" in navigator ? ((await navigator.locks.query()).held ?? []) : [];
  const elsewhere = held.flatMap(({ name = "" }) =>
    name.startsWith(LOOK) ? [Number(name.slice(LOOK.length))] : [],
  );
  return [...new Set([...inSight, ...elsewhere])];
};

/**
 * The number of unread notifications. What is about a ticket that somebody looks at is marked as read
 * in the same question: between the two it would be counted, and the badge would rise and fall again.
 */
const useUnreadQuery = (isEnabled: boolean) => {
  const queries = useQueryClient();
  const { client } = trpc.useUtils();
  const queryKey = getQueryKey(trpc.notifications.unread, undefined, "query");
  return useQuery({
    queryKey,
    queryFn: async () => {
      const ask = isBackground() ? inBackground : <T>(work: () => T) => work();
      // Nothing can fall yet that was never shown: the first question goes along with the others.
      const isFirst = queries.getQueryData(queryKey) === undefined && inSight.size === 0;
      let count: UnreadCount | null = null;
      for (const ticketId of isFirst ? [] : await ticketsLookedAt())
        count = await ask(() => client.notifications.markTicketRead.mutate({ ticketId }));
      return count ?? (await ask(() => client.notifications.unread.query()));
    },
    enabled: isEnabled,
    staleTime: Number.POSITIVE_INFINITY,
  });
};

/** How many notifications are unread, each up to `COUNT_MAX`; undefined for guests and until it is known. */
export const useUnreadCount = (): UnreadCount | undefined => {
  const user = useSession();
  const { data } = useUnreadQuery(user != null);
  return user == null ? undefined : data;
};

/** How many are unread in all; 0 for guests and until it is known, which shows as nothing. */
export const useUnread = (): number => useUnreadCount()?.count ?? 0;
