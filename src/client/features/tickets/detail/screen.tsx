import { Link, useNavigate } from "@tanstack/react-router";
import { Eye, UserRound } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { LostDen } from "#client/components/brand/brand-mark.tsx";
import { Placeholder } from "#client/components/document-text.tsx";
import { LoadFailed } from "#client/components/panels.tsx";
import { Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { useFollowMerge } from "#client/features/tickets/merging/merging.tsx";
import { usePresence, worksOn } from "#client/features/tickets/team-marks.tsx";
import { useLive } from "#client/lib/feed/live.ts";
import { markNotificationsUpdated } from "#client/lib/markers.ts";
import { inBackground } from "#client/lib/session/cause.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { useOwnLang, useSite } from "#client/lib/site.ts";
import { useAfter } from "#client/lib/time.ts";
import { trpc } from "#client/lib/trpc.ts";
import { lookAtTicket } from "#client/lib/use-unread.ts";
import type { TicketStatus } from "#shared/constants/tickets.ts";
import { TICKET_POLL_MS, TICKET_REDIRECT_MS } from "#shared/constants/time.ts";
import { QUEUE_SCREEN } from "#shared/desk-messages.ts";
import { fullName } from "#shared/rules/lines.ts";
import { TICKET_SCREEN, TICKETS } from "#shared/ticket-messages.ts";
import { StrikesOfTicket, TicketActions } from "./actions.tsx";
import { TicketPanel } from "./panel.tsx";
import { Thread } from "./thread.tsx";
import { isUnknown, useThread } from "./use-thread.ts";

/** Whether this part of an address can be the number of a ticket. */
export const isTicketNumber = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text);

/** Stands where there is no ticket of this number, or none that one may see. */
export const TicketUnknown = () => (
  <div className="panel flex flex-col items-center px-5 pt-8 pb-10 text-center">
    <LostDen className="w-full max-w-sm" />
    <h1 className="headline mt-6 text-4xl md:text-5xl">{TICKETS.unknown}</h1>
    <p className="mt-3 max-w-md text-pretty text-muted">{TICKET_SCREEN.unknownHint}</p>
    <Button asChild className="mt-7">
      <Link to="/member/tickets/open-tickets">{TICKET_SCREEN.backToOpen}</Link>
    </Button>
  </div>
);

/**
 * For the team on a ticket's own page: who takes care of it, and who else looks at it, so that no two answer
 * it at once [QUEUE-06]. For another ticket it begins anew: give it the ticket as its key.
 */
const TeamLine = ({ ticketId, userId }: { ticketId: number; userId: string }) => {
  const { data: facts } = trpc.queue.facts.useQuery({ id: ticketId });
  const helpers = trpc.queue.helpers.useQuery();
  const others = usePresence(ticketId);
  const looking = others.flatMap((id) => helpers.data?.find((one) => one.id === id) ?? []);
  const assignee = facts?.assignee ?? null;
  const taken =
    assignee === null
      ? QUEUE_SCREEN.takenByNobody
      : assignee.id === userId
        ? QUEUE_SCREEN.takenByYou
        : QUEUE_SCREEN.takenBy(fullName(assignee));
  return (
    <section
      aria-label={QUEUE_SCREEN.facts}
      className="mb-3 flex min-h-6 flex-wrap items-center gap-x-5 gap-y-1 px-1 text-sm text-muted"
    >
      <span className="flex items-center gap-2">
        <UserRound aria-hidden className="size-4 shrink-0 text-faint" />
        <bdi>{facts === undefined ? "…" : taken}</bdi>
      </span>
      <output className="flex items-center gap-2 text-accent-strong empty:hidden">
        {looking.length > 0 && (
          <>
            <Eye aria-hidden className="size-4 shrink-0" />
            {QUEUE_SCREEN.alsoLooking(looking.map(fullName))}
          </>
        )}
      </output>
    </section>
  );
};

const LINES = ["w-64", "w-48 ml-auto", "w-80", "w-56 ml-auto"];

/** Holds the place of the messages while they are on their way, and the footer below what is seen. */
const ThreadPlaceholder = () => (
  <Placeholder className="panel mt-3 space-y-5 p-4 sm:p-6 md:mt-5">
    {LINES.map((width) => (
      <Skeleton key={width} className={`h-16 max-w-[85%] rounded-2xl ${width}`} />
    ))}
  </Placeholder>
);

/** Holds the place of a ticket. */
const TicketPlaceholder = () => (
  <div aria-busy="true">
    <output className="sr-only">{TICKET_SCREEN.loading}</output>
    <div className="panel flex h-12.5 flex-col justify-center gap-1.5 px-3.5 md:h-auto md:px-6 md:py-3.5">
      <Skeleton className="h-9 w-40 max-md:hidden" />
      <Skeleton className="h-7 w-full max-w-md md:h-9" />
      <Skeleton className="h-9 w-80 max-md:hidden" />
    </div>
    <ThreadPlaceholder />
  </div>
);

/**
 * Marks what one was told about this ticket as read, while one looks at it [MSG-03].
 * @param seen changes with whatever there is new to see; null while nothing is on the screen.
 */
const useMarkRead = (ticketId: number, seen: string | null, isLive: boolean) => {
  const utils = trpc.useUtils();
  const isDue = useRef(false);
  const isShown = seen !== null;

  const mark = useEffectEvent(async () => {
    isDue.current = document.hidden;
    if (isDue.current) return;
    try {
      // Counting them marks what is about a ticket that one looks at.
      await inBackground(() =>
        utils.notifications.unread.refetch(undefined, {}, { throwOnError: true }),
      );
      markNotificationsUpdated();
      // The feed tells this tab where anything has changed.
      if (!isLive) void inBackground(() => utils.notifications.list.invalidate());
    } catch {
      // They stay unread until the next look at the ticket.
      isDue.current = true;
    }
  });
  useEffect(() => {
    if (!isShown) return undefined;
    let leave: (() => void) | null = null;
    const follow = () => {
      leave?.();
      leave = document.hidden ? null : lookAtTicket(ticketId);
    };
    follow();
    document.addEventListener("visibilitychange", follow);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      leave?.();
    };
  }, [isShown, ticketId]);
  useEffect(() => {
    if (seen !== null) void mark();
  }, [seen]);
  useEffect(() => {
    const onVisible = () => {
      if (isDue.current) void mark();
    };
    document.addEventListener("visibilitychange", onVisible);
    return () => document.removeEventListener("visibilitychange", onVisible);
  }, []);
};

/** Where it leads once a ticket has come to a status [TICK-14]. */
const AFTER = {
  closed: "/member/tickets/closed-tickets",
  Open: "/member/tickets/open-tickets",
} as const satisfies Record<TicketStatus, string>;

/** What is said then: of one that is open again also what the community says to it. */
const Moved = ({ to }: { to: TicketStatus }) => {
  const { texts } = useSite();
  const own = useOwnLang();
  if (to === "closed") return TICKETS.closed;
  return (
    <>
      {TICKETS.restored} <span {...own}>{texts.reopened}</span>
    </>
  );
};

/** One ticket: everything about it, its messages, and what can be done with it. */
export const TicketScreen = ({
  ticketId,
  isInPane = false,
  onMerged = null,
}: {
  ticketId: number;
  /** Beside a list: leads to the ticket into which this one is merged. */
  onMerged?: ((into: number) => void) | null;
  /** Beside a list: then it leads nowhere once the ticket is closed or restored. */
  isInPane?: boolean;
}) => {
  const user = useSession();
  const navigate = useNavigate();
  const isLive = useLive(true);
  const polled = {
    refetchInterval: isLive ? (false as const) : TICKET_POLL_MS,
  };
  const ticket = trpc.tickets.byId.useQuery({ id: ticketId }, polled);
  const history = trpc.tickets.history.useQuery({ id: ticketId }, polled);
  const links = trpc.links.list.useQuery(undefined, { refetchInterval: polled.refetchInterval });
  // Asking again for what is not there takes its error away meanwhile.
  const [wasLost, setWasLost] = useState(false);
  if (isUnknown(ticket.error) && !wasLost) setWasLost(true);
  const isLost = isUnknown(ticket.error) || (wasLost && ticket.data === undefined);
  const { thread, older } = useThread(ticketId, isLive, !isLost);
  const leadToMerged = useFollowMerge(ticket.data, user?.id, onMerged);
  const [movedTo, setMovedTo] = useState<TicketStatus | null>(null);
  const queries = [ticket, history, links, thread];

  const newestId = thread.data?.messages.at(-1)?.id ?? 0;
  const isShown = ticket.data !== undefined && thread.data !== undefined;
  const seen = isShown ? `${newestId}-${history.data?.at(-1)?.id ?? 0}` : null;
  useMarkRead(ticketId, seen, isLive);
  useAfter(movedTo === null ? null : TICKET_REDIRECT_MS, async () => {
    if (movedTo !== null) await navigate({ to: AFTER[movedTo] });
    // Who goes back before the list is there is still on this screen.
    setMovedTo(null);
  });

  const refetchAll = () => {
    for (const query of queries) void query.refetch();
  };
  const failed = (
    <LoadFailed
      message={TICKETS.loadFailed}
      isRetrying={queries.some((query) => query.isFetching)}
      onRetry={() => {
        for (const query of queries) if (query.data === undefined) void query.refetch();
      }}
    />
  );

  if (user == null) return null;
  if (isLost) return <TicketUnknown />;
  if (ticket.data === undefined) return ticket.isError ? failed : <TicketPlaceholder />;
  const discord = links.data?.discord;
  return (
    <>
      {!isInPane && worksOn(user, ticket.data) && (
        <TeamLine key={ticketId} ticketId={ticketId} userId={user.id} />
      )}
      <TicketPanel
        ticket={ticket.data}
        actions={
          <TicketActions
            ticket={ticket.data}
            user={user}
            done={movedTo === null ? null : <Moved to={movedTo} />}
            onMoved={({ status }) => {
              if (!isInPane) setMovedTo(status);
            }}
            onMerged={leadToMerged}
          />
        }
      />
      <StrikesOfTicket ticket={ticket.data} user={user} />
      {thread.data !== undefined && history.data !== undefined && discord !== undefined ? (
        <Thread
          ticket={ticket.data}
          user={user}
          discord={discord}
          known={thread.data}
          history={history.data}
          older={{
            isPending: older.isPending,
            isError: older.isError,
            load: () => {
              const cursor = thread.data.olderCursor;
              if (cursor !== null) older.mutate(cursor);
            },
          }}
          isLive={isLive}
          refresh={{ isBusy: queries.some((query) => query.isFetching), act: refetchAll }}
        />
      ) : queries.some((query) => query.isError) ? (
        <div className="panel mt-5 p-4 sm:p-6">{failed}</div>
      ) : (
        <ThreadPlaceholder />
      )}
    </>
  );
};
