import { messageOf } from "#client/lib/api-error.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { QUEUE_SCREEN } from "#shared/queue-messages.ts";
import type { QueueStep } from "#shared/schemas/queue.ts";

/** Changes tickets of the queue, says so, and offers to take it back. */
export const useChanges = () => {
  const { accounts, queue, tickets } = trpc.useUtils();
  const refetch = () => void Promise.all([queue.invalidate(), tickets.invalidate()]);
  const back = trpc.queue.change.useMutation({
    onSuccess: ({ skipped }) => {
      if (skipped === 0) toast("success", QUEUE_SCREEN.undone);
      else toast("info", QUEUE_SCREEN.notAllUndone(skipped));
    },
    onError: (error) => toast("error", messageOf(error) ?? QUEUE_SCREEN.changeFailed),
    onSettled: refetch,
  });
  const change = trpc.queue.change.useMutation({
    // Keys are quicker than answers: one change follows the other.
    scope: { id: "queue.change" },
    onSuccess: ({ changed, undo }) => {
      const changer = accounts.me.getData()?.id;
      const act = () => {
        // The toast may outlast its reader.
        if (changer !== undefined && accounts.me.getData()?.id === changer)
          back.mutate({ steps: undo });
      };
      if (changed === 0) toast("info", QUEUE_SCREEN.nothingChanged);
      else toast("success", QUEUE_SCREEN.changed(changed), "site", { label: "Undo", act });
    },
    onError: (error) => toast("error", messageOf(error) ?? QUEUE_SCREEN.changeFailed),
    onSettled: refetch,
  });
  return {
    isBusy: change.isPending || back.isPending,
    change: (step: QueueStep) => change.mutate({ steps: [step] }),
  };
};
