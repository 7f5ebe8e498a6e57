import { useRouter } from "@tanstack/react-router";
import { Check, ChevronDown, Link2 } from "lucide-react";
import { type ReactNode, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { TicketAttachments } from "#client/components/attachments/view.tsx";
import { MemberAvatar, TimeAgo } from "#client/components/marks.tsx";
import { RichText } from "#client/components/rich-text-view.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { TicketCategoryIcon, TicketGameHexagon } from "#client/features/tickets/icons.tsx";
import { DueMark, worksOn } from "#client/features/tickets/team-marks.tsx";
import { useCopy } from "#client/lib/clipboard.ts";
import { cn } from "#client/lib/cn.ts";
import { usePageMark } from "#client/lib/page-marks.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { useSite } from "#client/lib/site.ts";
import { tabStorage } from "#client/lib/storage.ts";
import { trpc } from "#client/lib/trpc.ts";
import {
  shownValue,
  TICKET_FIELD_SPECS,
  TICKET_FIELDS,
  type TicketFieldSpec,
  type TicketStatus,
} from "#shared/constants/tickets.ts";
import { fullName } from "#shared/rules/lines.ts";
import type { Ticket } from "#shared/schemas/tickets.ts";
import { TICKET_SCREEN } from "#shared/ticket-messages.ts";
import { ATTACHMENT_SCREEN } from "#shared/upload-messages.ts";
import { AdminMark, calledName } from "./message-line.tsx";

/** Tells the team until when a ticket is to be answered, and that it is late; nothing to anybody else. */
const DueBadge = ({ ticket }: { ticket: Ticket }) => {
  const { id, status, waitsFor } = ticket;
  const user = useSession();
  const isAsked = worksOn(user, ticket) && status === "Open" && waitsFor === "team";
  const { data: facts } = trpc.queue.facts.useQuery({ id }, { enabled: isAsked });
  if (!isAsked || facts === undefined || facts.dueAt === null) return null;
  return <DueMark dueAt={facts.dueAt} />;
};

const LOOKS: Record<TicketStatus, { label: string; className: string }> = {
  Open: { label: "Open", className: "bg-moss/15 text-moss" },
  closed: { label: "Closed", className: "bg-ground-700 text-muted" },
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

/**
 * Whether the panel of a ticket is open: as it was left in this tab; at first, but on a phone, it is.
 * What it shows stands above the thread: whoever opens it down there is led to it, and back again.
 */
const usePanel = () => {
  const [isOpen, setOpen] = useState(initially);
  const bar = useRef<HTMLElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const cameFrom = useRef<number | null>(null);
  const toggle = () => {
    const { scrollY } = window;
    const closing = isOpen ? body.current?.getBoundingClientRect() : undefined;
    flushSync(() => setOpen(!isOpen));
    tabStorage.setItem(KEY, isOpen ? "closed" : "open");
    if (bar.current === null || body.current === null) return;
    const { bottom } = bar.current.getBoundingClientRect();
    let top = scrollY;
    if (closing === undefined) {
      top += Math.min(0, body.current.getBoundingClientRect().top - bottom);
      cameFrom.current = top === scrollY ? null : scrollY;
    } else if (closing.bottom <= bottom) top -= closing.height;
    else top = cameFrom.current ?? scrollY;
    window.scrollTo({ top, behavior: "instant" });
  };
  return { isOpen, toggle, bar, body };
};

/** Puts the address of a ticket on the clipboard. */
const CopyTicketLink = ({ ticketId }: { ticketId: number }) => {
  const { href } = useRouter().buildLocation({
    to: "/member/tickets/ticket/$ticketId",
    params: { ticketId: String(ticketId) },
  });
  const { isCopied, copy } = useCopy(new URL(href, window.location.origin).href);
  const Icon = isCopied ? Check : Link2;
  return (
    <Button
      variant="ghost"
      size="icon"
      className="max-md:size-11"
      aria-label={TICKET_SCREEN.copyLink(ticketId)}
      title="Copy link"
      onClick={copy}
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
          className="flex max-w-full min-w-0 items-center gap-2.5 rounded-xl border border-ground-700 bg-ground-850 py-1.5 pr-3.5 pl-2"
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
    <dt className="font-display text-[0.95rem] font-bold tracking-[0.1em] text-faint display-case">
      {term}
    </dt>
    <dd className="mt-0.5 wrap-anywhere">{children}</dd>
  </div>
);

const Heading = ({ children }: { children: string }) => (
  <h2 className="mb-2.5 font-display text-[0.95rem] font-bold tracking-[0.1em] text-faint display-case">
    {children}
  </h2>
);

/** The fields of a place that are not empty. */
const filledIn = (ticket: Ticket, place: TicketFieldSpec["place"]) =>
  TICKET_FIELDS.filter(
    (field) => TICKET_FIELD_SPECS[field].place === place && ticket[field] !== "",
  );

/** What fits beside the other facts of a ticket, with the question above it. */
const SHORT_CHARACTERS = 60;
const isShort = ({ label, value }: { label: string; value: string }): boolean =>
  !value.includes("\n") && Math.max(label.length, value.length) <= SHORT_CHARACTERS;

type TicketPanelProps = {
  ticket: Ticket;
  /** What can be done with it. */
  actions: ReactNode;
};

/**
 * Everything about a ticket but its messages. Number, subject and status, and on a large screen what
 * can be done with it, stay in sight above the thread; on a phone they are one line [TICK-19].
 */
export const TicketPanel = ({ ticket, actions }: TicketPanelProps) => {
  const { isOpen, toggle, bar, body } = usePanel();
  const bodyId = useId();
  usePageMark("has-thread");
  const { tickets } = useSite();
  const { answers = [] } = ticket;
  const short = answers.filter(isShort);
  const long = answers.filter((answer) => !isShort(answer));
  return (
    <section aria-label="Ticket" className="contents">
      <header
        ref={bar}
        data-ticket-bar
        className={cn(
          "panel sticky top-16 z-20 flex [&_:is(a,button)]:scroll-mt-0 [@media(height<30rem)]:static items-center py-0.5 pr-1 pl-3.5 md:px-6 md:py-3.5",
          // On a phone it scrolls by itself, or what one writes with would lie over its buttons.
          isOpen && "rounded-b-none max-md:max-h-[50dvh] max-md:overflow-y-auto",
        )}
      >
        <div className="@container/ticket-bar flex min-w-0 flex-1 flex-wrap items-center gap-x-2.5 md:gap-y-1.5">
          <TicketGameHexagon game={ticket.game} className="h-9 max-md:hidden" />
          <span className="font-display text-xl font-bold tracking-wide text-accent tabular-nums">
            #{ticket.id}
          </span>
          <h1
            title={ticket.subject}
            className={cn(
              "min-w-0 flex-1 text-xl leading-tight font-extrabold wrap-anywhere md:order-last md:line-clamp-2 md:basis-full md:text-3xl",
              isOpen ? "max-md:py-2" : "max-md:truncate",
            )}
          >
            <bdi>{ticket.subject}</bdi>
          </h1>
          <StatusBadge status={ticket.status} />
          {/* On a phone it would leave no room for the subject. */}
          <span
            className={cn(
              "empty:hidden max-md:order-last max-md:basis-full max-md:pb-3 md:contents",
              !isOpen && "max-md:hidden",
            )}
          >
            <DueBadge ticket={ticket} />
          </span>
          <Button
            variant="ghost"
            size="sm"
            aria-expanded={isOpen}
            aria-controls={bodyId}
            aria-label={isOpen ? "Hide details" : "Show details"}
            className="max-md:-ml-1.5 max-md:size-11 md:ml-auto"
            onClick={toggle}
          >
            <span className="max-md:hidden">{isOpen ? "Hide details" : "Show details"}</span>
            <ChevronDown
              aria-hidden
              className={cn("transition-transform duration-200", isOpen && "rotate-180")}
            />
          </Button>
          <div
            className={cn(
              "flex w-full flex-wrap items-center gap-2 md:order-last max-md:pt-1 max-md:pr-2.5 max-md:pb-3 md:[&>:is(a,button)]:h-9",
              "md:@max-2xl/ticket-bar:gap-1.5 md:@max-2xl/ticket-bar:[&>:is(a,button)]:px-2.5",
              !isOpen && "max-md:hidden",
            )}
          >
            {actions}
            <CopyTicketLink ticketId={ticket.id} />
          </div>
        </div>
      </header>
      <div
        ref={body}
        id={bodyId}
        hidden={!isOpen}
        className="rounded-b-[14px] border border-t-0 border-ground-700 bg-ground-900"
      >
        <dl className="grid grid-cols-2 gap-x-6 gap-y-4 px-4 py-5 sm:grid-cols-3 sm:px-6">
          {filledIn(ticket, "fact").map((field) => (
            <Fact key={field} term={TICKET_FIELD_SPECS[field].label}>
              {field === "category" ? (
                <span className="inline-flex items-center gap-2">
                  <TicketCategoryIcon category={ticket.category} className="size-4 text-accent" />
                  {shownValue(tickets, field, ticket.category)}
                </span>
              ) : (
                shownValue(tickets, field, ticket[field])
              )}
            </Fact>
          ))}
          {short.map(({ key, label, value }) => (
            <Fact key={key} term={label}>
              {value}
            </Fact>
          ))}
          <Fact term="Created">
            <TimeAgo at={ticket.createdAt} />
          </Fact>
          <Fact term="Updated">
            <TimeAgo at={ticket.updatedAt} />
          </Fact>
        </dl>
        <div className="space-y-6 border-t border-ground-700 px-4 py-5 sm:px-6">
          {filledIn(ticket, "text").map((field) => (
            <div key={field}>
              <Heading>{TICKET_FIELD_SPECS[field].label}</Heading>
              <RichText text={ticket[field]} />
            </div>
          ))}
          {long.map(({ key, label, value }) => (
            <div key={key}>
              <Heading>{label}</Heading>
              <RichText text={value} />
            </div>
          ))}
          <TicketAttachments
            ticketId={ticket.id}
            heading={<Heading>{ATTACHMENT_SCREEN.label}</Heading>}
          />
          <div>
            <Heading>Assigned people</Heading>
            <TicketPeople ticket={ticket} />
          </div>
        </div>
      </div>
    </section>
  );
};
