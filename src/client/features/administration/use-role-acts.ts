import { messageOf } from "#client/lib/api-error.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { MEMBER_POLL_MS } from "#shared/constants/timings.ts";

/** All roles there are; they follow what is changed elsewhere. */
export const useTeamRoles = (isWanted = true) =>
  trpc.team.roles.useQuery(undefined, { enabled: isWanted, refetchInterval: MEMBER_POLL_MS });

/** What is shown and read anew once something about roles is done. */
export const useRoleAnswer = (onDone: () => void) => {
  const { administration, team } = trpc.useUtils();
  return {
    onSuccess: (sentence: string) => {
      toast("success", sentence, "admin");
      onDone();
    },
    onSettled: () => Promise.all([team.invalidate(), administration.invalidate()]),
  };
};

/** The server's reason, or else a sentence of one's own; null while nothing failed. */
export const problemOf = (error: unknown, own: string): string | null =>
  error === null ? null : (messageOf(error) ?? own);
