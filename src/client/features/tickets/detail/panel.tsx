import { useRouter } from "@tanstack/react-router";
import { Check, ChevronDown, Link2 } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { MemberAvatar } from "#client/components/member-avatar.tsx";
import { TimeAgo } from "#client/components/time-ago.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { TicketCategoryIcon, TicketGameHexagon } from "#client/features/tickets/icons.tsx";
import { copyText } from "#client/lib/clipboard.ts";
import { cn } from "#client/lib/cn.ts";
import { tabStorage } from "#client/lib/storage.ts";
import { useAfter } from "#client/lib/timers.ts";
import { toast } from "#client/lib/toast.ts";
import {
  TICKET_FIELDS,
  TICKET_FIELD_SPECS,
  type TicketFieldSpec,
  type TicketStatus,
} from "#shared/constants/tickets.ts";
import { MESSAGES } from "#shared/messages.ts";
import { fullName } from "#shared/rules/display-name.ts";
import type { Ticket } from "#shared/schemas/tickets.ts";
import { TICKET_SCREEN } from "#shared/ticket-messages.ts";
import { AdminMark, calledName } from "./names.tsx";
import { RichText } from "./rich-text-view.tsx";

const LOOKS: Record<TicketStatus, { label: string; className: string }> = {
  Open: { label: "Open", className: "bg-moss/15 text-moss" },
  closed: { label: "Closed", className: "bg-night-700 text-muted" },
};

/** Whether a ticket is open, in a word and a colour. */
const StatusBadge = ({ status }: { status: TicketStatus }) => {
  const { label, className } = LOOKS[status];
  return (
    <span
      className={cn(
        "inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-xs font-semibold",
        className,
      )}
    >
      <span aria-hidden className="hexagon h-2 w-[0.45rem] bg-current" />
      {label}
    </span>
  );
};

const KEY = "lynxdenTicketPanel";
const PHONE = "(width < 48rem)";

const initially = (): boolean => {
  const kept = tabStorage.getItem(KEY);
  return kept === null ? !matchMedia(PHONE).matches : kept === "open";
};

/** Whether the panel of a ticket is open: as it was left in this tab; at first, but on a phone, it is. */
const usePanel = (): { isOpen: boolean; toggle: () => void } => {
  const [isOpen, setOpen] = useState(initially);
  const toggle = () => {
    setOpen(!isOpen);
    tabStorage.setItem(KEY, isOpen ? "closed" : "open");
  };
  return { isOpen, toggle };
};

const CONFIRMED_MS = 2000;

/** Puts the address of a ticket on the clipboard. */
const CopyTicketLink = ({ ticketId }: { ticketId: number }) => {
  const [isCopied, setCopied] = useState(false);
  const router = useRouter();
  useAfter(isCopied ? CONFIRMED_MS : null, () => setCopied(false));
  const copy = async () => {
    const { href } = router.buildLocation({
      to: "/member/tickets/ticket/$ticketId",
      params: { ticketId: String(ticketId) },
    });
    const address = new URL(href, window.location.origin).href;
    if (await copyText(address)) {
      setCopied(true);
      toast("success", MESSAGES.copied);
    } else toast("error", MESSAGES.copyRefused("address", address));
  };
  const Icon = isCopied ? Check : Link2;
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={TICKET_SCREEN.copyLink(ticketId)}
      title="Copy link"
      onClick={() => void copy()}
    >
      <Icon aria-hidden />
    </Button>
  );
};

/** Who is on a ticket, with the names of their accounts and of Discord. */
const TicketPeople = ({ ticket: { assignedUsers, createdBy } }: { ticket: Ticket }) => (
  <ul aria-label="Assigned people" className="flex flex-wrap gap-2">
    {assignedUsers.map((person) => {
      const { discordName, discordImgUrl } = person.zlgMember;
      const name = calledName(discordName, person);
      const full = fullName(person);
      return (
        <li
          key={person.id}
          className="flex max-w-full min-w-0 items-center gap-2.5 rounded-xl border border-night-700 bg-night-850 py-1.5 pr-3.5 pl-2"
        >
          <MemberAvatar name={name} picture={discordImgUrl} className="h-10 shrink-0" />
          <span className="min-w-0">
            <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
              <bdi className="font-semibold wrap-anywhere">{name}</bdi>
              {person.role === "Admin" && <AdminMark />}
            </span>
            <span className="block text-sm wrap-anywhere text-faint">
              {name !== full && <bdi>{full}</bdi>}
              {name !== full && person.id === createdBy && " · "}
              {person.id === createdBy && "Opened it"}
            </span>
          </span>
        </li>
      );
    })}
  </ul>
);

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
