import { messageOf } from "#client/lib/api-error.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { USER_ACTS, type UserAct } from "./user-acts.ts";

/**
 * Does what an Admin has confirmed about a member, and says so in a toast.
 * @param act which of them is asked about.
 * @param onDone the question is answered.
 */
export const useUserAct = (act: UserAct, onDone: () => void) => {
  const { users } = trpc.useUtils().administration;
  const { promote, demote, deactivate, reactivate, endSessions } = trpc.administration;
  const options = {
    onSuccess: (sentence: string) => {
      toast("success", sentence, "admin");
      onDone();
    },
    onSettled: () => users.invalidate(),
  };
  const mutations = {
    promote: promote.useMutation(options),
    demote: demote.useMutation(options),
    deactivate: deactivate.useMutation(options),
    reactivate: reactivate.useMutation(options),
    endSessions: endSessions.useMutation(options),
  };
  const { mutate, reset, isPending, error } = mutations[act];
  return {
    mutate,
    reset,
    isPending,
    /** The server's reason where it has one. */
    problem: error === null ? null : (messageOf(error) ?? USER_ACTS[act].failed),
  };
};
