import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { LoadFailed } from "#client/components/load-failed.tsx";
import { useLive } from "#client/lib/feed/live.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { trpc } from "#client/lib/trpc.ts";
import { useAfter } from "#client/lib/use-after.ts";
import type { TicketStatus } from "#shared/constants/tickets.ts";
import { TICKET_POLL_MS, TICKET_REDIRECT_MS } from "#shared/constants/timings.ts";
import { TICKETS } from "#shared/ticket-messages.ts";
import { Thread } from "./thread.tsx";
import { TicketActions } from "./ticket-actions.tsx";
import { TicketPanel } from "./ticket-panel.tsx";
import { ThreadPlaceholder, TicketPlaceholder } from "./ticket-placeholder.tsx";
import { TicketUnknown } from "./ticket-unknown.tsx";
import { useMarkRead, useThreadEvents } from "./use-live-ticket.ts";
import { isUnknown, useThread } from "./use-thread.ts";

/** What is said, and where it leads, once a ticket has come to a status [TICK-14]. */
const AFTER = {
  closed: { text: TICKETS.closed, to: "/member/tickets/closed-tickets" },
  Open: { text: TICKETS.restored, to: "/member/tickets/open-tickets" },
} as const satisfies Record<TicketStatus, unknown>;

/** One ticket: everything about it, its messages, and what can be done with it. */
export const TicketScreen = ({ ticketId }: { ticketId: number }) => {
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
  const { thread, older, followThread } = useThread(ticketId, isLive, !isLost);
  const [movedTo, setMovedTo] = useState<TicketStatus | null>(null);
  const queries = [ticket, history, links, thread];

  useThreadEvents(ticketId, followThread);
  const newestId = thread.data?.messages.at(-1)?.id ?? 0;
  const isShown = ticket.data !== undefined && thread.data !== undefined;
  const seen = isShown ? `${newestId}-${history.data?.at(-1)?.id ?? 0}` : null;
  useMarkRead(ticketId, seen, isLive);
  useAfter(movedTo === null ? null : TICKET_REDIRECT_MS, async () => {
    if (movedTo !== null) await navigate({ to: AFTER[movedTo].to });
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
      <TicketPanel
        ticket={ticket.data}
        actions={
          <TicketActions
            ticket={ticket.data}
            user={user}
            done={movedTo === null ? null : AFTER[movedTo].text}
            onMoved={({ status }) => setMovedTo(status)}
          />
        }
      />
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
