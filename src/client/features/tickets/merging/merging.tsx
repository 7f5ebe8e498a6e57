import { useIsMutating } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { ArrowRight, Merge } from "lucide-react";
import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { LoadFailed } from "#client/components/panels.tsx";
import { Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Label, NativeSelect } from "#client/components/ui/field.tsx";
import { BarLabel } from "#client/features/tickets/detail/message-parts.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { keepDraft, readDraft } from "#client/lib/drafts.ts";
import { toast } from "#client/lib/toast.ts";
import { getMutationKey, trpc } from "#client/lib/trpc.ts";
import type { Ticket } from "#shared/schemas/tickets.ts";
import { TICKET_MERGE_SCREEN, TICKETS } from "#shared/ticket-messages.ts";

/** The number of a ticket, which leads there. */
export const TicketLink = ({ id }: { id: number }) => (
  <Link
    to="/member/tickets/ticket/$ticketId"
    params={{ ticketId: String(id) }}
    className="rounded-sm font-semibold text-accent tabular-nums underline decoration-accent/50 underline-offset-3 hover:text-accent-strong"
  >
    #{id}
  </Link>
);

/** Stands where one could write on a ticket that goes on elsewhere, and leads there. */
export const MergedNote = ({ into }: { into: number }) => (
  <div className="flex flex-wrap items-center justify-between gap-3">
    <p className="flex min-w-0 items-start gap-2.5 text-muted">
      <Merge className="mt-0.5 size-5 shrink-0 text-faint" aria-hidden />
      {TICKETS.mergedAway(into)}
    </p>
    <Button asChild size="sm">
      <Link to="/member/tickets/ticket/$ticketId" params={{ ticketId: String(into) }}>
        {TICKET_MERGE_SCREEN.goThere(into)}
        <ArrowRight aria-hidden />
      </Link>
    </Button>
  </div>
);

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

/** By this name the message is kept that is being written on a ticket. */
export const draftNameOf = (ticketId: number) => `message-${ticketId}`;

/** What was being written on one ticket is written on the other now, below what stands there. */
const moveDraft = (userId: string, from: number, into: number) => {
  const text = readDraft(userId, draftNameOf(from));
  if (text === null) return;
  const there = readDraft(userId, draftNameOf(into));
  keepDraft(userId, draftNameOf(into), there === null ? text : `${there}\n\n${text}`);
  keepDraft(userId, draftNameOf(from), "");
};

/**
 * Leads whoever looks at a ticket to the one into which it is merged, with what they were writing: by itself
 * and with a sentence where somebody else merges it meanwhile. A ticket that was merged before they came
 * stays on the screen.
 * @param onMerged leads there; null: the page of that ticket is opened.
 * @returns leads there whoever merges it here.
 */
export const useFollowMerge = (
  ticket: Ticket | undefined,
  userId: string | undefined,
  onMerged: ((into: number) => void) | null,
): ((into: number) => void) => {
  const utils = trpc.useUtils();
  const navigate = useNavigate();
  // Who merges it here is led there by their own act.
  const isMerging = useIsMutating({ mutationKey: getMutationKey(trpc.ticketMerges.merge) }) > 0;
  const wasWhole = useRef(false);
  const id = ticket?.id;
  const lead = (into: number, isOwnAct: boolean) => {
    if (id === undefined || userId === undefined) return;
    moveDraft(userId, id, into);
    if (onMerged !== null) onMerged(into);
    else
      void navigate({
        to: "/member/tickets/ticket/$ticketId",
        params: { ticketId: String(into) },
        replace: !isOwnAct,
      });
  };
  const follow = useEffectEvent((from: number, into: number) => {
    if (isMerging || userId === undefined) return;
    toast("info", TICKETS.mergedAway(into));
    for (const ticketId of [from, into]) {
      void utils.messages.list.invalidate({ ticketId });
      void utils.tickets.history.invalidate({ id: ticketId });
    }
    lead(into, false);
  });
  const into = ticket?.mergedInto;
  useEffect(() => {
    if (id === undefined || into === undefined) return;
    if (into === null) wasWhole.current = true;
    else if (wasWhole.current) {
      wasWhole.current = false;
      follow(id, into);
    }
  }, [id, into]);
  return (target) => lead(target, true);
};
