import { Link } from "@tanstack/react-router";
import { ArchiveX, Pencil, RotateCcw, UserPlus } from "lucide-react";
import { useRef, useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import type { CurrentUser } from "#shared/schemas/accounts.ts";
import type { Ticket } from "#shared/schemas/tickets.ts";
import { TICKETS, TICKET_QUESTIONS } from "#shared/ticket-messages.ts";

const QUESTIONS = {
  Open: {
    title: TICKET_QUESTIONS.closeTitle,
    text: TICKET_QUESTIONS.closeText,
    action: "Yes, Close",
    isDangerous: true,
  },
  closed: {
    title: TICKET_QUESTIONS.restoreTitle,
    text: TICKET_QUESTIONS.restoreText,
    action: "Yes, Restore",
    isDangerous: false,
  },
} as const;

type TicketActionsProps = {
  ticket: Ticket;
  user: CurrentUser;
  /** What has been done, while the screen leads on; null before. */
  done: string | null;
  /** Told of the ticket as it is after it was closed or restored. */
  onMoved: (ticket: Ticket) => void;
};

/** What the person may do with a ticket: take it, edit it, close or restore it. */
export const TicketActions = ({ ticket, user, done, onMoved }: TicketActionsProps) => {
  const utils = trpc.useUtils();
  const mover = useRef<HTMLButtonElement>(null);
  const [isAsking, setIsAsking] = useState(false);
  // The question stays as it was asked while it fades out.
  const [asked, setAsked] = useState(ticket.status);
  const [error, setError] = useState<string | null>(null);
  const isOpen = ticket.status === "Open";
  const isOnIt = ticket.assignedUsers.some(({ id }) => id === user.id);

  const onSettled = () =>
    Promise.all([
      utils.tickets.list.invalidate(),
      utils.tickets.counts.invalidate(),
      utils.tickets.byId.invalidate({ id: ticket.id }),
      utils.tickets.history.invalidate({ id: ticket.id }),
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
  const confirm = () => {
    setError(null);
    (asked === "Open" ? close : restore).mutate({ id: ticket.id });
  };

  return (
    <>
      {done !== null && (
        <Alert kind="success" role="alert" className="w-full">
          {done}
        </Alert>
      )}
      {done === null && user.role === "Admin" && !isOnIt && (
        <Button isBusy={take.isPending} onClick={() => take.mutate({ id: ticket.id })}>
          <UserPlus aria-hidden />
          Take ticket
        </Button>
      )}
      {done === null && isOpen && isOnIt && (
        <Button asChild variant="outline">
          <Link to="/member/tickets/ticket/$ticketId/edit" params={{ ticketId: String(ticket.id) }}>
            <Pencil aria-hidden />
            Edit
          </Link>
        </Button>
      )}
      {done === null && (
        <Button ref={mover} variant={isOpen ? "danger" : "outline"} onClick={ask}>
          {isOpen ? <ArchiveX aria-hidden /> : <RotateCcw aria-hidden />}
          {isOpen ? "Close ticket" : "Restore ticket"}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        {...QUESTIONS[asked]}
        isBusy={close.isPending || restore.isPending}
        error={error}
        onConfirm={confirm}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
};
