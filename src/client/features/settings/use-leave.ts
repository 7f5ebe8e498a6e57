import { useNavigate } from "@tanstack/react-router";
import { useSessionActions } from "#client/lib/session/use-session.ts";

/** Ways out that lead to the home page: signing out, and whatever else ends the session. */
export const useLeave = () => {
  const navigate = useNavigate();
  const { leave, signOut } = useSessionActions();
  const goHome = () => navigate({ to: "/", replace: true });
  return {
    /** Signs this browser out. */
    signOut: async () => {
      await signOut();
      await goHome();
    },
    /** @throws what `work` throws; then nobody leaves. */
    after: async <T>(work: () => Promise<T>): Promise<T> => {
      const result = await leave(work);
      await goHome();
      return result;
    },
  };
};
