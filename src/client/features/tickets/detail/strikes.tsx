import { Gavel } from "lucide-react";
import { useId, useState } from "react";
import { IssueDialog } from "#client/components/strikes/issue-dialog.tsx";
import { LiftButton } from "#client/components/strikes/lift-dialog.tsx";
import { StrikeFacts, StrikeStateMark } from "#client/components/strikes/strike-facts.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { may } from "#client/lib/session/may.ts";
import { trpc } from "#client/lib/trpc.ts";
import type { CurrentUser } from "#shared/schemas/accounts.ts";
import type { Ticket } from "#shared/schemas/tickets.ts";
import { STRIKE_FORM, STRIKE_PARTS, STRIKE_SECTION } from "#shared/strike-screen-messages.ts";
import { BarLabel } from "./bar-label.tsx";

type AboutTicket = { ticket: Ticket; user: CurrentUser };

/** Issues a strike against whoever opened a ticket, which is kept as evidence. */
export const StrikeFromTicket = ({ ticket, user }: AboutTicket) => {
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
