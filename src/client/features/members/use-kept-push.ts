import { useEffect } from "react";
import { PUSH_OWNER_KEY } from "#client/lib/push-owner.ts";
import { inBackground } from "#client/lib/session/cause.ts";
import { browserStorage } from "#client/lib/storage.ts";
import { trpc } from "#client/lib/trpc.ts";

/** After the screen is there: nobody waits for it. */
const LATER_MS = 3000;

/**
 * Tells the server again, after each login, that push reaches this browser: a login begins a session, and with the
 * last one its browser was forgotten.
 */
export const useKeptPush = (userId: string | undefined): void => {
  const { client } = trpc.useUtils();
  useEffect(() => {
    // Most browsers were never added: they need not fetch what tells of it.
    if (userId === undefined || browserStorage.getItem(PUSH_OWNER_KEY) === null) return undefined;
    const tell = async () => {
      const { keptSubscription } = await import("#client/lib/push.ts");
      const kept = await keptSubscription(userId);
      if (kept !== null) await inBackground(() => client.push.subscribe.mutate(kept));
    };
    // It is tried again with the next page: what is missed is a notification.
    const timer = setTimeout(() => void tell().catch(() => {}), LATER_MS);
    return () => clearTimeout(timer);
  }, [userId, client]);
};
