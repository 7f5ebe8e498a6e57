import { CheckCheck, CircleX, Hourglass, Lock, MessageCircleReply } from "lucide-react";
import { TimeAgo } from "#client/components/time-ago.tsx";
import { UsualAnswer } from "#client/features/tickets/usual-answer.tsx";
import { worksOn } from "#client/features/tickets/works-on.ts";
import type { CurrentUser } from "#shared/schemas/accounts.ts";
import type { Ticket } from "#shared/schemas/tickets.ts";
import { TURN } from "#shared/thread-messages.ts";

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
