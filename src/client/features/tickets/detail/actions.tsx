import { Link } from "@tanstack/react-router";
import { ArchiveX, Check, FileText, Gavel, Pencil, RotateCcw, UserPlus, X } from "lucide-react";
import { type ReactNode, useId, useRef, useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { IssueDialog } from "#client/components/strikes/issue-dialog.tsx";
import { LiftButton } from "#client/components/strikes/lift-dialog.tsx";
import { StrikeFacts, StrikeStateMark } from "#client/components/strikes/strike-facts.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Input } from "#client/components/ui/field.tsx";
import { MergeTicket } from "#client/features/tickets/merging/merging.tsx";
import { worksOn } from "#client/features/tickets/team-marks.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { may } from "#client/lib/session/use-session.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { SOLVED_WORD_MAX } from "#shared/constants/desk.ts";
import { QUEUE_SCREEN, TRANSCRIPT } from "#shared/desk-messages.ts";
import { fullName } from "#shared/rules/lines.ts";
import type { CurrentUser } from "#shared/schemas/accounts.ts";
import type { Ticket } from "#shared/schemas/tickets.ts";
import { STRIKE_FORM, STRIKE_PARTS, STRIKE_SECTION } from "#shared/strike-screen-messages.ts";
import { CLOSING } from "#shared/thread-messages.ts";
import { TICKET_QUESTIONS, TICKET_SCREEN, TICKETS } from "#shared/ticket-messages.ts";
import { BarLabel, BarVerb } from "./message-parts.tsx";

type AboutTicket = { ticket: Ticket; user: CurrentUser };

/** Issues a strike against whoever opened a ticket, which is kept as evidence. */
const StrikeFromTicket = ({ ticket, user }: AboutTicket) => {
  const [isIssuing, setIsIssuing] = useState(false);
  const creator = ticket.assignedUsers.find(({ id }) => id === ticket.createdBy);
  if (!may(user, "strikes") || creator === undefined || creator.id === user.id) return null;
  const { id, firstName, lastName } = creator;
  return (
    <>
      <Button variant="outline" title={STRIKE_FORM.open} onClick={() => setIsIssuing(true)}>
        <Gavel aria-hidden />
        <BarLabel>{STRIKE_FORM.open}</BarLabel>
      </Button>
      {isIssuing && (
        <IssueDialog
          member={{ id, firstName, lastName }}
          ticketId={ticket.id}
          onClose={() => setIsIssuing(false)}
        />
      )}
    </>
  );
};

/** For the team: the strike that is appealed on a ticket, and those that came from it. */
export const StrikesOfTicket = ({ ticket, user }: AboutTicket) => {
  const heading = useId();
  const sees = may(user, "strikes");
  const { data } = trpc.strikes.list.useQuery({ ticketId: ticket.id }, { enabled: sees });
  if (!sees || data === undefined || data.items.length === 0) return null;
  return (
    <section aria-labelledby={heading} className="panel mt-3 p-4 md:mt-5 sm:px-6">
      <h2 id={heading} className="font-display text-xl font-bold tracking-wide display-case">
        {STRIKE_SECTION.beside}
      </h2>
      <ul aria-labelledby={heading} className="divide-y divide-ground-700">
        {data.items.map((strike) => (
          <li key={strike.id} className="@container space-y-3 py-3">
            <div className="flex flex-wrap items-center gap-3">
              <h3 className="font-semibold">{STRIKE_PARTS.title(strike.id)}</h3>
              <StrikeStateMark state={strike.state} />
              {strike.appealTicketId === ticket.id && (
                <span className="text-sm text-muted">{STRIKE_PARTS.appealed}</span>
              )}
              {strike.state === "active" && <LiftButton strikeId={strike.id} />}
            </div>
            <StrikeFacts strike={strike} />
          </li>
        ))}
      </ul>
    </section>
  );
};

type CloseDialogProps = {
  isOpen: boolean;
  /** Whether it is asked if the ticket is solved: its opener says so, and nobody for them. */
  asksIfSolved: boolean;
  isBusy: boolean;
  error: string | null;
  /** Told to close it; `solved` is null where that was not said. */
  onCloseTicket: (said: { solved: boolean | null; word: string | null }) => void;
  onClose: () => void;
};

/** Asks before a ticket is closed, and its opener whether it is solved: one tap says so and closes it. */
const CloseDialog = ({
  isOpen,
  asksIfSolved,
  isBusy,
  error,
  onCloseTicket,
  onClose,
}: CloseDialogProps) => {
  const [word, setWord] = useState("");
  const id = useId();
  const said = word.trim() === "" ? null : word.trim();
  const close = (solved: boolean | null) => onCloseTicket({ solved, word: said });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={TICKET_QUESTIONS.closeTitle}
      text={
        <>
          <p>{asksIfSolved ? TICKET_QUESTIONS.closeText : TICKET_QUESTIONS.closeForOpener}</p>
          {asksIfSolved && (
            <fieldset className="rounded-lg border border-ground-600 px-3.5 pt-1.5 pb-3.5">
              <legend className="px-1.5 font-semibold text-ink">{CLOSING.question}</legend>
              <label htmlFor={id} className="block text-sm text-faint">
                {CLOSING.word}
              </label>
              <Input
                id={id}
                className="mt-1"
                maxLength={SOLVED_WORD_MAX}
                value={word}
                onChange={(event) => setWord(event.target.value)}
              />
              <div className="mt-3 grid grid-cols-2 gap-2 [&>button]:px-2">
                <Button variant="outline" disabled={isBusy} onClick={() => close(true)}>
                  <Check aria-hidden />
                  {CLOSING.solved}
                </Button>
                <Button variant="outline" disabled={isBusy} onClick={() => close(false)}>
                  <X aria-hidden />
                  {CLOSING.unsolved}
                </Button>
              </div>
              <p className="mt-2 text-sm text-faint">{CLOSING.answerCloses}</p>
            </fieldset>
          )}
        </>
      }
      action="Yes, Close"
      isBusy={isBusy}
      error={error}
      onConfirm={() => close(null)}
      onClose={onClose}
    />
  );
};

type TicketActionsProps = {
  ticket: Ticket;
  user: CurrentUser;
  /** What has been done, while the screen leads on; null before. */
  done: ReactNode;
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
