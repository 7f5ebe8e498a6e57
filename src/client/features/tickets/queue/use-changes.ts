import { useRef } from "react";
import { messageOf } from "#client/lib/api-error.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { QUEUE_SCREEN } from "#shared/queue-messages.ts";
import type { QueueStep, TicketFacts } from "#shared/schemas/queue.ts";

/** Tickets that were given to somebody; undefined: they keep whom they had. */
type Assigned = { ids: readonly (number | string)[]; assigneeId?: string | null | undefined };

/** What somebody sees of a ticket; undefined: nothing. */
type Seen = (id: number) => Pick<TicketFacts, "assignee"> | undefined;

/** Who takes care of a ticket as somebody sees it; undefined: they do not see it. */
type AssigneeOf = (id: number) => string | null | undefined;

/** What is said of a change of which something was left alone. */
const saidOf = (done: string, skipped: number): string =>
  skipped === 0 ? done : `${done} ${QUEUE_SCREEN.skipped(skipped)}`;

/** Tickets get another assignee only where they still have the one that was seen: one step for each of those. */
const asSeen = (step: QueueStep, assigneeOf: AssigneeOf): QueueStep[] => {
  if (step.assigneeId === undefined) return [step];
  const bySeen = Map.groupBy(step.ids, assigneeOf);
  return [...bySeen].map(([assigneeId, ids]): QueueStep =>
    Object.assign({}, step, { ids }, assigneeId === undefined ? {} : { expected: { assigneeId } }),
  );
};

/**
 * Changes tickets of the queue, says so, and offers to take it back. What somebody else has changed meanwhile stays.
 * @param seen a ticket as the screen shows it.
 */
export const useChanges = (seen: Seen) => {
  const { accounts, queue, tickets } = trpc.useUtils();
  const refetch = () => Promise.all([queue.invalidate(), tickets.invalidate()]);
  /** To whom tickets were given here, until the screen shows it: keys are quicker than answers. */
  const given = useRef(new Map<number, string | null>());
  const assigneeOf: AssigneeOf = (id) => {
    if (given.current.has(id)) return given.current.get(id);
    const ticket = seen(id);
    return ticket && (ticket.assignee?.id ?? null);
  };
  const onSettled = (
    _data: unknown,
    _error: unknown,
    { steps }: { steps: readonly Assigned[] },
  ) => {
    const forget = async () => {
      await refetch();
      for (const { ids, assigneeId } of steps)
        for (const id of ids.map(Number))
          if (given.current.get(id) === assigneeId) given.current.delete(id);
    };
    void forget();
  };
  const back = trpc.queue.change.useMutation({
    onSuccess: ({ changed, skipped }) => {
      if (changed === 0 && skipped > 0) toast("info", QUEUE_SCREEN.skipped(skipped));
      else toast("success", saidOf(QUEUE_SCREEN.undone, skipped));
    },
    onError: (error) => toast("error", messageOf(error) ?? QUEUE_SCREEN.changeFailed),
    onSettled,
  });
  const change = trpc.queue.change.useMutation({
    // Keys are quicker than answers: one change follows the other.
    scope: { id: "queue.change" },
    onSuccess: ({ changed, skipped, undo }) => {
      const changer = accounts.me.getData()?.id;
      const act = () => {
        // The toast may outlast its reader.
        if (changer !== undefined && accounts.me.getData()?.id === changer)
          back.mutate({ steps: undo });
      };
      const done = changed === 0 ? QUEUE_SCREEN.nothingChanged : QUEUE_SCREEN.changed(changed);
      if (changed === 0) toast("info", skipped === 0 ? done : QUEUE_SCREEN.skipped(skipped));
      else toast("success", saidOf(done, skipped), "site", { label: "Undo", act });
    },
    onError: (error) => toast("error", messageOf(error) ?? QUEUE_SCREEN.changeFailed),
    onSettled,
  });
  return {
    isBusy: change.isPending || back.isPending,
    change: (step: QueueStep) => {
      const steps = asSeen(step, assigneeOf);
      const { ids, assigneeId } = step;
      if (assigneeId !== undefined) for (const id of ids) given.current.set(id, assigneeId);
      change.mutate({ steps });
    },
  };
};
