import { ChevronDown } from "lucide-react";
import { type ReactNode, useId } from "react";
import { TimeAgo } from "#client/components/time-ago.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { StatusBadge } from "#client/features/tickets/status-badge.tsx";
import { TicketCategoryIcon } from "#client/features/tickets/ticket-category-icon.tsx";
import { TicketGameHexagon } from "#client/features/tickets/ticket-game-icon.tsx";
import { cn } from "#client/lib/cn.ts";
import {
  TICKET_FIELD_SPECS,
  TICKET_FIELDS,
  type TicketFieldSpec,
} from "#shared/constants/tickets.ts";
import type { Ticket } from "#shared/schemas/tickets.ts";
import { CopyTicketLink } from "./copy-ticket-link.tsx";
import { usePanel } from "./panel-state.ts";
import { RichText } from "./rich-text-view.tsx";
import { TicketPeople } from "./ticket-people.tsx";

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="font-display text-[0.95rem] font-bold tracking-[0.1em] text-faint uppercase">
      {term}
    </dt>
    <dd className="mt-0.5 wrap-anywhere">{children}</dd>
  </div>
);

const Heading = ({ children }: { children: string }) => (
  <h2 className="mb-2.5 font-display text-[0.95rem] font-bold tracking-[0.1em] text-faint uppercase">
    {children}
  </h2>
);

/** The fields of a place that are not empty. */
const filledIn = (ticket: Ticket, place: TicketFieldSpec["place"]) =>
  TICKET_FIELDS.filter(
    (field) => TICKET_FIELD_SPECS[field].place === place && ticket[field] !== "",
  );

type TicketPanelProps = {
  ticket: Ticket;
  /** What can be done with it. */
  actions: ReactNode;
};

/** Everything about a ticket but its messages; it can be collapsed to number, subject and status. */
export const TicketPanel = ({ ticket, actions }: TicketPanelProps) => {
  const { isOpen, toggle } = usePanel();
  const bodyId = useId();
  return (
    <section aria-label="Ticket" className="panel overflow-clip">
      <header className="flex items-start gap-4 p-4 sm:gap-5 sm:p-6">
        <TicketGameHexagon game={ticket.game} className="h-12 max-sm:hidden sm:h-16" />
        <div className="min-w-0 flex-1">
          <div className="flex min-h-9 flex-wrap items-center gap-x-2.5 gap-y-1">
            <span className="font-display text-xl font-bold tracking-wide text-amber tabular-nums">
              #{ticket.id}
            </span>
            <CopyTicketLink ticketId={ticket.id} />
            <StatusBadge status={ticket.status} />
            <Button
              variant="outline"
              size="sm"
              aria-expanded={isOpen}
              aria-controls={bodyId}
              aria-label={isOpen ? "Hide details" : "Show details"}
              className="ml-auto"
              onClick={toggle}
            >
              <span className="max-sm:hidden">{isOpen ? "Hide details" : "Show details"}</span>
              <ChevronDown
                aria-hidden
                className={cn("transition-transform duration-200", isOpen && "rotate-180")}
              />
            </Button>
          </div>
          <h1 className="mt-0.5 text-3xl leading-tight font-extrabold wrap-anywhere sm:text-4xl">
            <bdi>{ticket.subject}</bdi>
          </h1>
          {!isOpen && (
            <p className="mt-1.5 text-[0.95rem] wrap-anywhere text-muted">
              {[...new Set([ticket.game, ticket.server]), ticket.category].join(" · ")}
            </p>
          )}
        </div>
      </header>
      <div id={bodyId} hidden={!isOpen} className="border-t border-night-700">
        <dl className="grid grid-cols-2 gap-x-6 gap-y-4 px-4 py-5 sm:grid-cols-3 sm:px-6">
          {filledIn(ticket, "fact").map((field) => (
            <Fact key={field} term={TICKET_FIELD_SPECS[field].label}>
              {field === "category" ? (
                <span className="inline-flex items-center gap-2">
                  <TicketCategoryIcon category={ticket.category} className="size-4 text-amber" />
                  {ticket.category}
                </span>
              ) : (
                ticket[field]
              )}
            </Fact>
          ))}
          <Fact term="Created">
            <TimeAgo at={ticket.createdAt} />
          </Fact>
          <Fact term="Updated">
            <TimeAgo at={ticket.updatedAt} />
          </Fact>
        </dl>
        <div className="space-y-6 border-t border-night-700 px-4 py-5 sm:px-6">
          {filledIn(ticket, "text").map((field) => (
            <div key={field}>
              <Heading>{TICKET_FIELD_SPECS[field].label}</Heading>
              <RichText text={ticket[field]} />
            </div>
          ))}
          <div>
            <Heading>Assigned people</Heading>
            <TicketPeople ticket={ticket} />
          </div>
        </div>
        {actions !== null && (
          <div className="flex flex-wrap items-center gap-3 border-t border-night-700 bg-night-850/60 px-4 py-4 sm:px-6">
            {actions}
          </div>
        )}
      </div>
    </section>
  );
};
