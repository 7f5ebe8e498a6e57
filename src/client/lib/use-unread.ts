import { useSession } from "./session/use-session.ts";
import { trpc } from "./trpc.ts";

/** How many notifications are unread, up to `COUNT_MAX`; 0 for guests and until it is known. */
export const useUnread = (): number => {
  const user = useSession();
  const unread = trpc.notifications.unread.useQuery(undefined, {
    enabled: user != null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return user == null ? 0 : (unread.data?.count ?? 0);
};
