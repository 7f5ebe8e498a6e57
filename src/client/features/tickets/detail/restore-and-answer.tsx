import { RotateCcw } from "lucide-react";
import { Button } from "#client/components/ui/button.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { useNow } from "#client/lib/time.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { RESTORE_AND_ANSWER_MS } from "#shared/constants/thread.ts";
import type { Ticket } from "#shared/schemas/tickets.ts";
import { CLOSING } from "#shared/thread-messages.ts";
import { TICKETS } from "#shared/ticket-messages.ts";

/** For seven days after a ticket was closed: restores it in one tap, and has one write on. */
export const RestoreAndAnswer = ({
  ticket: { id, closedAt },
  isBesideQuestion,
  onRestored,
}: {
  ticket: Ticket;
  /** Whether something else is asked there first. */
  isBesideQuestion: boolean;
  onRestored: () => void;
}) => {
  const utils = trpc.useUtils();
  const nowMs = useNow();
  const restore = trpc.tickets.restore.useMutation({
    onSuccess: (restored) => {
      onRestored();
      utils.tickets.byId.setData({ id }, restored);
    },
    onError: (failure) => toast("error", messageOf(failure) ?? TICKETS.restoreFailed),
    onSettled: () =>
      Promise.all([
        utils.tickets.list.invalidate(),
        utils.tickets.counts.invalidate(),
        utils.tickets.byId.invalidate({ id }),
        utils.tickets.history.invalidate({ id }),
      ]),
  });
  if (closedAt === null || nowMs === null) return null;
  if (nowMs - Date.parse(closedAt) > RESTORE_AND_ANSWER_MS) return null;
  return (
    <Button
      variant={isBesideQuestion ? "outline" : "primary"}
      isBusy={restore.isPending}
      onClick={() => restore.mutate({ id })}
    >
      <RotateCcw aria-hidden />
      {CLOSING.restoreAndAnswer}
    </Button>
  );
};
