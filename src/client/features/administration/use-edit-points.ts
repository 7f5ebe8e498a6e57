import { codeOf, messageOf } from "#client/lib/api-error.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ADMINISTRATION } from "#shared/admin-messages.ts";

/**
 * Sets somebody's points.
 * @param onDone they are set.
 */
export const useEditPoints = (onDone: () => void) => {
  const { users } = trpc.useUtils().administration;
  const edit = trpc.points.edit.useMutation({
    onSuccess: (sentence) => {
      toast("success", sentence, "admin");
      onDone();
    },
    onSettled: () => users.invalidate(),
  });
  const { mutate, reset, isPending, error } = edit;
  /** Reasons that an Admin can do something about; whatever else went wrong has one sentence. */
  const isOutdated = codeOf(error) === "changed_meanwhile";
  const isReasoned = isOutdated || codeOf(error) === "not_found";
  const reason = isReasoned ? messageOf(error) : null;
  return {
    mutate,
    reset,
    isPending,
    /** The balance is no longer the one that the Admin has seen. By now the list knows it. */
    isOutdated,
    problem: error === null ? null : (reason ?? ADMINISTRATION.pointsFailed),
  };
};
