import { Link } from "@tanstack/react-router";
import { RotateCcw, X } from "lucide-react";
import type { MouseEvent, RefCallback } from "react";
import { MemberAvatar, TimeAgo } from "#client/components/marks.tsx";
import { SkeletonRows } from "#client/components/paged-list.tsx";
import { Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { cn } from "#client/lib/cn.ts";
import { useMay } from "#client/lib/session/use-session.ts";
import { useSite } from "#client/lib/site.ts";
import { shownValue, type TicketStatus, TRUNCATION } from "#shared/constants/tickets.ts";
import { fullName } from "#shared/rules/lines.ts";
import type { AssignedUser, ListedTicket, Ticket } from "#shared/schemas/tickets.ts";
import { TURN } from "#shared/thread-messages.ts";
import { TICKET_LISTS } from "#shared/ticket-messages.ts";
import { TicketCategoryIcon, TicketGameHexagon } from "./icons.tsx";

/**
 * The beginning of a text, with an ellipsis where something was left out. Counts code points, so that
 * no emoji is cut in half; line breaks become spaces.
 */
export const truncate = (text: string, max: number): string => {
  const line = Array.from(text.replace(/\s+/gu, " ").trim());
  return line.length <= max ? line.join("") : `${line.slice(0, max).join("").trimEnd()}…`;
};

type TruncatedProps = { text: string; part: keyof (typeof TRUNCATION)["desktop"] };

/** As much of a text as its place in a list allows [TICK-12]; the whole of it shows on hover. */
const Truncated = ({ text, part }: TruncatedProps) => {
  const short = truncate(text, TRUNCATION.phone[part]);
  const long = truncate(text, TRUNCATION.desktop[part]);
  return short === long ? (
    <bdi title={short.endsWith("…") ? text : undefined}>{short}</bdi>
  ) : (
    <bdi title={text}>
      <span className="md:hidden">{short}</span>
      <span className="hidden md:inline">{long}</span>
    </bdi>
  );
};

/** So many are shown before the rest is only counted. */
const SHOWN = 4;

/** Who is on a ticket as a row of pictures, each with its name on hover. */
const AssignedPeople = ({ people }: { people: readonly AssignedUser[] }) => {
  const rest = people.slice(SHOWN);
  return (
    <span className="flex items-center">
      {people.slice(0, SHOWN).map((person) => (
        <span key={person.id} aria-hidden title={fullName(person)} className="ml-1 first:ml-0">
          <MemberAvatar
            name={person.firstName}
            picture={person.zlgMember.discordImgUrl}
            className="block h-8"
          />
        </span>
      ))}
      {rest.length > 0 && (
        <span
          aria-hidden
          title={rest.map(fullName).join(", ")}
          className="ml-1.5 text-sm font-semibold text-muted tabular-nums"
        >
          +{rest.length}
        </span>
      )}
      <span className="sr-only">Assigned: {people.map(fullName).join(", ")}</span>
    </span>
  );
};

/** What a row can do about its ticket. */
const MOVES = {
  Open: { label: "Close", icon: X },
  closed: { label: "Restore", icon: RotateCcw },
} as const satisfies Record<TicketStatus, unknown>;

/** The text, people and the button below it; all in one line where there is room. */
const ROW =
  "grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-3 px-4 py-4 @2xl:grid-cols-[minmax(0,1fr)_auto_7rem] @2xl:gap-x-6 @2xl:px-5";
const TEXT = "col-span-2 flex min-w-0 gap-3 @2xl:col-span-1";
const PEOPLE =
  "flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 @2xl:flex-col-reverse @2xl:items-end @2xl:gap-1.5";

/** The row is about to go: the focus goes to the one that takes its place. */
const passFocusOn = (row: Element | null) => {
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  const target = neighbour?.querySelector("button") ?? document.querySelector<HTMLElement>("#main");
  target?.focus({ preventScroll: true });
};

/** Who has to answer: in colour where that is whoever looks at the list. */
const TurnBadge = ({ waitsFor }: Pick<Ticket, "waitsFor">) => {
  const isTeam = useMay("tickets");
  if (waitsFor === "nobody") return null;
  const isOnesTurn = waitsFor === (isTeam ? "team" : "people");
  return (
    <span
      className={cn(
        "inline-flex items-center gap-1.5 font-semibold",
        isOnesTurn ? "text-accent" : "text-faint",
      )}
    >
      <span aria-hidden className="hexagon h-2 w-[0.45rem] bg-current" />
      {TURN[isTeam ? "inTeamsList" : "inList"][waitsFor]}
    </span>
  );
};

/** Marks a ticket on which others have written since one has read it. */
const UnreadMark = () => (
  <span className="mr-2 inline-block size-2.5 translate-y-[-0.1em] rounded-full bg-accent">
    <span className="sr-only">{TICKET_LISTS.unread}</span>
  </span>
);

type TicketRowProps = {
  ticket: ListedTicket;
  buttonRef: RefCallback<HTMLElement>;
  /** Closes it, or restores it where it is closed. */
  onMove: () => void;
};

/** One ticket of a list. */
export const TicketRow = ({ ticket, buttonRef, onMove }: TicketRowProps) => {
  const { id, subject, category, game, server, description, status, isUnread } = ticket;
  const { tickets } = useSite();
  const { label, icon: Icon } = MOVES[status];
  const move = (event: MouseEvent<HTMLElement>) => {
    passFocusOn(event.currentTarget.closest("li"));
    onMove();
  };
  return (
    <li
      className={`${ROW} group transition-colors first:rounded-t-[13px] last:rounded-b-[13px] hover:bg-ground-800/60`}
    >
      <Link
        to="/member/tickets/ticket/$ticketId"
        params={{ ticketId: String(id) }}
        className={TEXT}
      >
        <TicketGameHexagon game={game} className="mt-0.5 h-12" />
        <span className="min-w-0 flex-1">
          <span
            className={cn(
              "block text-lg leading-snug wrap-anywhere transition-colors group-hover:text-accent-strong",
              isUnread ? "font-bold text-ink" : "font-semibold",
            )}
          >
            {isUnread && <UnreadMark />}
            <span className="mr-2 font-display text-xl leading-none font-bold text-accent tabular-nums">
              #{id}
            </span>
            <Truncated text={subject} part="topic" />
          </span>
          <span className="mt-0.5 block wrap-anywhere text-muted">
            <Truncated text={description} part="description" />
          </span>
          <span className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm wrap-anywhere text-faint">
            <TurnBadge waitsFor={ticket.waitsFor} />
            <span className="inline-flex items-center gap-1.5">
              <TicketCategoryIcon category={category} className="size-4 shrink-0" />
              {shownValue(tickets, "category", category)}
            </span>
            <span>
              {shownValue(tickets, "game", game)}
              {server !== game && (
                <>
                  {" · "}
                  <Truncated text={server} part="server" />
                </>
              )}
            </span>
          </span>
        </span>
      </Link>
      <div className={PEOPLE}>
        <AssignedPeople people={ticket.assignedUsers} />
        <TimeAgo at={ticket.createdAt} className="text-sm whitespace-nowrap text-faint" />
      </div>
      <Button
        ref={buttonRef}
        variant="outline"
        size="sm"
        aria-label={`${label} ticket #${id}`}
        className="max-md:h-11"
        onClick={move}
      >
        <Icon aria-hidden />
        {label}
      </Button>
    </li>
  );
};

/** Holds the place of the first tickets. */
export const TicketRowSkeletons = () => (
  <SkeletonRows rows={5} className={ROW}>
    <div className={TEXT}>
      <Skeleton className="hexagon mt-0.5 aspect-[13/15] h-12 shrink-0" />
      <div className="min-w-0 flex-1">
        <Skeleton className="h-6 w-64 max-w-full" />
        <Skeleton className="mt-1 h-5 w-80 max-w-full" />
        <Skeleton className="mt-2 h-4 w-52 max-w-full" />
      </div>
    </div>
    <div className={PEOPLE}>
      <Skeleton className="h-9 w-16" />
      <Skeleton className="h-4 w-24" />
    </div>
    <Skeleton className="h-11 w-24 md:h-9" />
  </SkeletonRows>
);
