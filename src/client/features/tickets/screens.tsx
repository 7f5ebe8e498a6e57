import { useParams } from "@tanstack/react-router";
import { ONCE, PAGES, type ScreenLoader } from "#client/lib/routing/lazy-route.ts";
import { withSearch } from "#client/lib/routing/with-search.tsx";
import { may } from "#client/lib/session/may.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import type { TicketStatus } from "#shared/constants/tickets.ts";
import { TicketScreen } from "./detail/screen.tsx";
import { TicketUnknown, isTicketNumber } from "./detail/unknown.tsx";
import { EditTicketScreen } from "./edit-screen.tsx";
import { listInputOf } from "./filters.tsx";
import { TicketListScreen } from "./list-screen.tsx";
import type { TicketListSearch } from "./list-search.ts";
import { TranscriptScreen } from "./transcript/screen.tsx";

export { NewTicketScreen } from "./new-screen.tsx";
export { SavedReplies } from "./replies/manage-screen.tsx";
export { TicketsLayout } from "./layout.tsx";

export const OpenTickets = withSearch<TicketListSearch>((props) => (
  <TicketListScreen status="Open" {...props} />
));
export const ClosedTickets = withSearch<TicketListSearch>((props) => (
  <TicketListScreen status="closed" {...props} />
));

export const Ticket = () => {
  const { ticketId } = useParams({ from: "/_site/member/tickets/ticket/$ticketId" });
  if (!isTicketNumber(ticketId)) return <TicketUnknown />;
  // Another ticket begins anew.
  return <TicketScreen key={ticketId} ticketId={Number(ticketId)} />;
};

export const EditTicket = () => {
  const { ticketId } = useParams({ from: "/_site/member/tickets/ticket/$ticketId_/edit" });
  if (!isTicketNumber(ticketId)) return <TicketUnknown />;
  return <EditTicketScreen key={ticketId} ticketId={Number(ticketId)} />;
};

export const Transcript = () => {
  const { ticketId } = useParams({ from: "/_site/member/tickets/ticket/$ticketId_/transcript" });
  if (!isTicketNumber(ticketId)) return <TicketUnknown />;
  return <TranscriptScreen key={ticketId} ticketId={Number(ticketId)} />;
};

/** What can be chosen changes with the configuration alone. */
const FOREVER = { staleTime: Number.POSITIVE_INFINITY };

const listLoader =
  (status: TicketStatus): ScreenLoader<TicketListSearch> =>
  ({ queries, site: { games, tickets }, user, search }) => {
    const input = listInputOf(status, search, {
      seesAll: may(user, "tickets"),
      games,
      tickets,
    });
    void queries.tickets.options.prefetch(undefined, FOREVER);
    void queries.tickets.list.prefetchInfinite({ ...input, limit: PAGE_SIZE }, PAGES);
  };

export const loadOpenTickets = listLoader("Open");
export const loadClosedTickets = listLoader("closed");

type TicketParams = { ticketId: string };

export const loadTicket: ScreenLoader<object, TicketParams> = ({ queries, params }) => {
  if (!isTicketNumber(params.ticketId)) return undefined;
  const id = Number(params.ticketId);
  void queries.tickets.history.prefetch({ id });
  void queries.links.list.prefetch();
  return queries.tickets.byId.ensureData({ id }, ONCE);
};

export const loadTicketToEdit: ScreenLoader<object, TicketParams> = ({ queries, params }) => {
  if (!isTicketNumber(params.ticketId)) return undefined;
  void queries.tickets.options.prefetch(undefined, FOREVER);
  return queries.tickets.byId.ensureData({ id: Number(params.ticketId) }, ONCE);
};

export const loadSavedReplies: ScreenLoader = ({ queries, user }) =>
  may(user, "tickets") ? queries.savedReplies.list.ensureData(undefined, ONCE) : undefined;

export const loadNewTicket: ScreenLoader = ({ queries }) =>
  queries.tickets.options.ensureData(undefined, ONCE);
