import {
  ArchiveX,
  Check,
  CheckCheck,
  CirclePlus,
  CircleX,
  Hourglass,
  Lock,
  type LucideIcon,
  Merge,
  MessageCircleReply,
  Pencil,
  RotateCcw,
  UserMinus,
  UserPlus,
  X,
} from "lucide-react";
import { Fragment, type ReactNode, useId, useState } from "react";
import { TimeAgo } from "#client/components/marks.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Input } from "#client/components/ui/field.tsx";
import { TicketLink } from "#client/features/tickets/merging/merging.tsx";
import { UsualAnswer, worksOn } from "#client/features/tickets/team-marks.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { useNow } from "#client/lib/time.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { RESTORE_AND_ANSWER_MS, SOLVED_WORD_MAX } from "#shared/constants/desk.ts";
import { editedName, type TicketAct } from "#shared/constants/tickets.ts";
import { DESK } from "#shared/desk-messages.ts";
import { fullName } from "#shared/rules/lines.ts";
import type { CurrentUser } from "#shared/schemas/accounts.ts";
import type { Person } from "#shared/schemas/members.ts";
import type { Ticket, TicketEntry } from "#shared/schemas/tickets.ts";
import { CLOSING, TURN } from "#shared/thread-messages.ts";
import { TICKET_ENTRIES, TICKETS } from "#shared/ticket-messages.ts";

const closedAs = (solved: boolean | null) => {
  if (solved === null) return { Icon: Lock, text: TURN.closed };
  return solved
    ? { Icon: CheckCheck, text: TURN.closedSolved }
    : { Icon: CircleX, text: TURN.closedUnsolved };
};

const lookOf = ({ waitsFor, solved }: Ticket, isTeam: boolean) => {
  if (waitsFor === "nobody") return closedAs(solved);
  if (waitsFor === "team") return { Icon: Hourglass, text: TURN.team };
  return { Icon: MessageCircleReply, text: isTeam ? TURN.people : TURN.answered };
};

/** Who has to answer on a ticket, and since when. */
export const TurnLine = ({ ticket, user }: { ticket: Ticket; user: CurrentUser }) => {
  const { waitsSince, solvedWord } = ticket;
  // Nobody of the team has written on it yet.
  const isUnanswered = ticket.waitsFor === "team" && waitsSince === ticket.createdAt;
  const { Icon, text } = lookOf(ticket, worksOn(user, ticket));
  return (
    <div className="mt-6 flex justify-center">
      <p
        data-turn={ticket.waitsFor}
        className="max-w-full rounded-2xl border border-ground-700 bg-ground-850 px-4 py-1.5 text-center text-sm text-balance wrap-anywhere text-muted"
      >
        <Icon className="mr-2 inline size-4 align-[-0.2em] text-accent" aria-hidden />
        {text}
        {waitsSince !== null && (
          <>
            {" · "}
            <TimeAgo at={waitsSince} className="whitespace-nowrap" />
          </>
        )}
        {isUnanswered && <UsualAnswer />}
        {solvedWord !== null && (
          <>
            {" · "}
            <q>{solvedWord}</q>
          </>
        )}
      </p>
    </div>
  );
};

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

/** Whether somebody is asked if their ticket is solved: another closed it, and nobody has said so. */
export const isAskedIfSolved = (
  { status, createdBy, solved, mergedInto }: Ticket,
  { id }: CurrentUser,
  history: readonly TicketEntry[],
): boolean => {
  if (status !== "closed" || createdBy !== id || solved !== null || mergedInto !== null)
    return false;
  const closing = history.findLast(({ act }) => act === "closed");
  // One that silence closed has its opener as actor, who was not there.
  return closing !== undefined && (closing.actor.id !== id || closing.silentDays !== undefined);
};

/** Asks whoever opened a ticket, once it was closed for them, whether it is solved: one tap says so. */
export const SolvedQuestion = ({ ticketId }: { ticketId: number }) => {
  const utils = trpc.useUtils();
  const [word, setWord] = useState("");
  const id = useId();
  const say = trpc.tickets.saySolved.useMutation({
    onSuccess: (changed) => {
      utils.tickets.byId.setData({ id: ticketId }, changed);
      toast("success", CLOSING.thanks);
    },
    onError: (failure) => toast("error", messageOf(failure) ?? CLOSING.sayFailed),
    onSettled: () =>
      Promise.all([
        utils.tickets.byId.invalidate({ id: ticketId }),
        utils.tickets.list.invalidate(),
      ]),
  });
  const send = (solved: boolean) =>
    say.mutate({ id: ticketId, solved, word: word.trim() === "" ? null : word.trim() });
  return (
    <fieldset className="mb-3 grid gap-x-3 gap-y-2 border-b border-ground-700 pb-3 sm:grid-cols-[auto_minmax(0,1fr)_auto] sm:items-center">
      <legend className="contents">
        <span className="font-semibold text-ink">{CLOSING.question}</span>
      </legend>
      <label htmlFor={id} className="sr-only">
        {CLOSING.word}
      </label>
      <Input
        id={id}
        placeholder={CLOSING.word}
        maxLength={SOLVED_WORD_MAX}
        value={word}
        onChange={(event) => setWord(event.target.value)}
      />
      <div className="grid grid-cols-2 gap-2">
        <Button isBusy={say.isPending && say.variables.solved} onClick={() => send(true)}>
          <Check aria-hidden />
          {CLOSING.solved}
        </Button>
        <Button
          variant="outline"
          isBusy={say.isPending && !say.variables.solved}
          onClick={() => send(false)}
        >
          <X aria-hidden />
          {CLOSING.unsolved}
        </Button>
      </div>
    </fieldset>
  );
};

const ICONS: Record<TicketAct, LucideIcon> = {
  opened: CirclePlus,
  edited: Pencil,
  assigned: UserPlus,
  unassigned: UserMinus,
  closed: ArchiveX,
  restored: RotateCcw,
  merged: Merge,
};

const list = new Intl.ListFormat("en");

/** "one, two and three", with each part as it is to be shown. */
const Listed = ({ parts }: { parts: readonly ReactNode[] }) => {
  let next = 0;
  return list.formatToParts(parts.map(String)).map(({ type, value }, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- nothing but the order tells them apart
    <Fragment key={index}>{type === "element" ? parts[next++] : value}</Fragment>
  ));
};

type EntryLineProps = {
  entry: TicketEntry;
  /** What people are called in this thread, by their ids. */
  names: ReadonlyMap<string, string>;
};

/** What happened to the ticket, as a quiet line between the messages. */
export const EntryLine = ({ entry, names }: EntryLineProps) => {
  const { act, at, actor, fields, people, merged, silentDays } = entry;
  const Icon = ICONS[act];
  const nameOf = (person: Person) => (
    <bdi key={person.id} className="font-semibold text-muted">
      {names.get(person.id) ?? fullName(person)}
    </bdi>
  );
  const others = people.filter(({ id }) => id !== actor.id);
  const isSelf = others.length < people.length;
  const whom = [...(isSelf ? ["themselves"] : []), ...others.map(nameOf)];
  const said: Record<TicketAct, ReactNode> = {
    opened: TICKET_ENTRIES.opened,
    edited: <>changed the {list.format(fields.map(editedName))}</>,
    assigned:
      others.length === 0 ? (
        TICKET_ENTRIES.took
      ) : (
        <>
          assigned <Listed parts={whom} />
        </>
      ),
    unassigned:
      others.length === 0 ? (
        TICKET_ENTRIES.leftIt
      ) : (
        <>
          removed <Listed parts={whom} />
        </>
      ),
    closed: TICKET_ENTRIES.closed,
    restored: TICKET_ENTRIES.restored,
    merged: merged !== null && (
      <>
        merged <TicketLink id={merged.from} /> into <TicketLink id={merged.into} />
      </>
    ),
  };
  return (
    <li className="mt-5 flex justify-center">
      <p className="max-w-full px-2 text-center text-sm text-balance wrap-anywhere text-faint">
        <Icon className="mr-2 inline size-4 align-[-0.2em]" aria-hidden />
        {silentDays === undefined ? (
          <>
            {nameOf(actor)} {said[act]}
          </>
        ) : (
          DESK.closedBySilence(silentDays)
        )}{" "}
        · <TimeAgo at={at} className="whitespace-nowrap" />
      </p>
    </li>
  );
};
