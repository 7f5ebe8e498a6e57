import { Link } from "@tanstack/react-router";
import { ArchiveX, FileText, Pencil, RotateCcw, UserPlus } from "lucide-react";
import { useRef, useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { MergeTicket } from "#client/features/tickets/merging/dialog.tsx";
import { worksOn } from "#client/features/tickets/works-on.ts";
import { messageOf } from "#client/lib/api-error.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { QUEUE_SCREEN } from "#shared/queue-messages.ts";
import { fullName } from "#shared/rules/display-name.ts";
import type { CurrentUser } from "#shared/schemas/accounts.ts";
import type { Ticket } from "#shared/schemas/tickets.ts";
import { TICKETS, TICKET_QUESTIONS, TICKET_SCREEN } from "#shared/ticket-messages.ts";
import { TRANSCRIPT } from "#shared/transcript-messages.ts";
import { BarLabel, BarVerb } from "./bar-label.tsx";
import { CloseDialog } from "./close-dialog.tsx";
import { StrikeFromTicket } from "./strikes.tsx";

type TicketActionsProps = {
  ticket: Ticket;
  user: CurrentUser;
  /** What has been done, while the screen leads on; null before. */
  done: string | null;
  /** Told of the ticket as it is after it was closed or restored. */
  onMoved: (ticket: Ticket) => void;
  /** Told of the ticket into which the person has merged it. */
  onMerged: (into: number) => void;
};

/** What the person may do with a ticket: take it, edit it, close or restore it. */
export const TicketActions = ({ ticket, user, done, onMoved, onMerged }: TicketActionsProps) => {
  const utils = trpc.useUtils();
  const mover = useRef<HTMLButtonElement>(null);
  const [isAsking, setIsAsking] = useState(false);
  // The question stays as it was asked while it fades out.
  const [asked, setAsked] = useState(ticket.status);
  const [error, setError] = useState<string | null>(null);
  const isOpen = ticket.status === "Open";
  const isOnIt = ticket.assignedUsers.some(({ id }) => id === user.id);
  const isTeam = worksOn(user, ticket);
  const { data: facts } = trpc.queue.facts.useQuery({ id: ticket.id }, { enabled: isTeam });
  const assignee = facts?.assignee ?? null;
  const isTaken = facts === undefined ? isOnIt : assignee?.id === user.id;

  const onSettled = () =>
    Promise.all([
      utils.tickets.list.invalidate(),
      utils.tickets.counts.invalidate(),
      utils.tickets.byId.invalidate({ id: ticket.id }),
      utils.tickets.history.invalidate({ id: ticket.id }),
      utils.queue.facts.invalidate({ id: ticket.id }),
    ]);
  const onSuccess = (changed: Ticket) => {
    utils.tickets.byId.setData({ id: ticket.id }, changed);
    setIsAsking(false);
    onMoved(changed);
  };
  const close = trpc.tickets.close.useMutation({
    onSuccess,
    onError: (failure) => setError(messageOf(failure) ?? TICKETS.closeFailed),
    onSettled,
  });
  const restore = trpc.tickets.restore.useMutation({
    onSuccess,
    onError: (failure) => setError(messageOf(failure) ?? TICKETS.restoreFailed),
    onSettled,
  });
  const take = trpc.tickets.assign.useMutation({
    onSuccess: (changed) => {
      // The button for it goes away.
      mover.current?.focus({ preventScroll: true });
      utils.tickets.byId.setData({ id: ticket.id }, changed);
      toast("success", TICKETS.taken);
    },
    onError: (failure) => toast("error", messageOf(failure) ?? TICKETS.takeFailed),
    onSettled,
  });

  const ask = () => {
    setAsked(ticket.status);
    setError(null);
    setIsAsking(true);
  };

  return (
    <>
      {done !== null && (
        <Alert kind="success" role="alert" className="w-full">
          {done}
        </Alert>
      )}
      {done === null && isTeam && !isTaken && (
        <Button
          isBusy={take.isPending}
          aria-label={assignee === null ? undefined : QUEUE_SCREEN.takeOverFrom(fullName(assignee))}
          onClick={() =>
            take.mutate({
              id: ticket.id,
              ...(facts !== undefined && { from: assignee?.id ?? null }),
            })
          }
        >
          <UserPlus aria-hidden />
          {assignee === null ? <BarVerb>{TICKET_SCREEN.take}</BarVerb> : QUEUE_SCREEN.takeOver}
        </Button>
      )}
      {done === null && isTeam && ticket.mergedInto === null && (
        <MergeTicket ticket={ticket} onMerged={onMerged} />
      )}
      {done === null && isOpen && isOnIt && (
        <Button asChild variant="outline">
          <Link
            to="/member/tickets/ticket/$ticketId/edit"
            params={{ ticketId: String(ticket.id) }}
            title="Edit"
          >
            <Pencil aria-hidden />
            <BarLabel>Edit</BarLabel>
          </Link>
        </Button>
      )}
      {done === null && <StrikeFromTicket ticket={ticket} user={user} />}
      {done === null && ticket.mergedInto === null && (
        <Button ref={mover} variant={isOpen ? "danger" : "outline"} onClick={ask}>
          {isOpen ? <ArchiveX aria-hidden /> : <RotateCcw aria-hidden />}
          <BarVerb>{isOpen ? "Close ticket" : "Restore ticket"}</BarVerb>
        </Button>
      )}
      {done === null && (
        <Button asChild variant="ghost" size="icon" className="max-md:size-11">
          <Link
            to="/member/tickets/ticket/$ticketId/transcript"
            params={{ ticketId: String(ticket.id) }}
            aria-label={TRANSCRIPT.open}
            title={TRANSCRIPT.open}
          >
            <FileText aria-hidden />
          </Link>
        </Button>
      )}
      <CloseDialog
        isOpen={isAsking && asked === "Open"}
        asksIfSolved={ticket.createdBy === user.id}
        isBusy={close.isPending}
        error={error}
        onCloseTicket={(said) => {
          setError(null);
          close.mutate({ id: ticket.id, ...said });
        }}
        onClose={() => setIsAsking(false)}
      />
      <ConfirmDialog
        isOpen={isAsking && asked === "closed"}
        title={TICKET_QUESTIONS.restoreTitle}
        text={TICKET_QUESTIONS.restoreText}
        action="Yes, Restore"
        isDangerous={false}
        isBusy={restore.isPending}
        error={error}
        onConfirm={() => {
          setError(null);
          restore.mutate({ id: ticket.id });
        }}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
};
