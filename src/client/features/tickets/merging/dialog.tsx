import { Merge } from "lucide-react";
import { useId, useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { LoadFailed } from "#client/components/load-states.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Label, NativeSelect } from "#client/components/ui/field.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { BarLabel } from "#client/features/tickets/detail/bar-label.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import type { Ticket } from "#shared/schemas/tickets.ts";
import { TICKET_MERGE_SCREEN } from "#shared/ticket-messages.ts";

type MergeTicketProps = {
  ticket: Ticket;
  /** Called with the ticket that it was merged into. */
  onMerged: (into: number) => void;
};

/** Merges a ticket into another of the same person, after saying that it stays so. */
export const MergeTicket = ({ ticket, onMerged }: MergeTicketProps) => {
  const { id } = ticket;
  const utils = trpc.useUtils();
  const selectId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [chosen, setChosen] = useState<number | null>(null);
  const candidates = trpc.ticketMerges.candidates.useQuery(
    { id },
    { enabled: isOpen, staleTime: 0 },
  );
  const { data } = candidates;
  const into = data?.find((one) => one.id === chosen) ?? data?.[0];
  const merge = trpc.ticketMerges.merge.useMutation({
    onSuccess: (_, input) => {
      setIsOpen(false);
      toast("success", TICKET_MERGE_SCREEN.done(id, Number(input.into)));
      onMerged(Number(input.into));
    },
    onError: () => candidates.refetch(),
    onSettled: () =>
      Promise.all([
        utils.tickets.invalidate(),
        utils.messages.invalidate(),
        utils.notes.invalidate(),
      ]),
  });
  const open = () => {
    merge.reset();
    setChosen(null);
    setIsOpen(true);
  };
  return (
    <>
      <Button variant="outline" title={TICKET_MERGE_SCREEN.open} onClick={open}>
        <Merge aria-hidden />
        <BarLabel>{TICKET_MERGE_SCREEN.open}</BarLabel>
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={TICKET_MERGE_SCREEN.title(id)}
        action={TICKET_MERGE_SCREEN.confirm}
        isBusy={merge.isPending}
        isBlocked={into === undefined}
        error={merge.isError ? (messageOf(merge.error) ?? TICKET_MERGE_SCREEN.failed) : null}
        onConfirm={() => {
          if (into !== undefined) merge.mutate({ id, into: into.id });
        }}
        onClose={() => setIsOpen(false)}
        text={
          data === undefined ? (
            candidates.isError ? (
              <LoadFailed
                message={TICKET_MERGE_SCREEN.loadFailed}
                isRetrying={candidates.isFetching}
                onRetry={() => void candidates.refetch()}
              />
            ) : (
              <Skeleton className="h-32" />
            )
          ) : into === undefined ? (
            <p>{TICKET_MERGE_SCREEN.none}</p>
          ) : (
            <>
              <div className="flex flex-col gap-2">
                <Label htmlFor={selectId}>{TICKET_MERGE_SCREEN.choose}</Label>
                <NativeSelect
                  id={selectId}
                  value={into.id}
                  onChange={({ target }) => setChosen(Number(target.value))}
                >
                  {data.map((one) => (
                    <option key={one.id} value={one.id}>
                      #{one.id} {one.subject}
                    </option>
                  ))}
                </NativeSelect>
              </div>
              <p>{TICKET_MERGE_SCREEN.what(id, into.id)}</p>
              <p className="font-semibold text-ember">{TICKET_MERGE_SCREEN.forGood}</p>
            </>
          )
        }
      />
    </>
  );
};
