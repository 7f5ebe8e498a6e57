import { useParams } from "@tanstack/react-router";
import { EditTicketScreen } from "#client/features/tickets/edit-screen.tsx";
import { TranscriptScreen } from "#client/features/tickets/transcript/screen.tsx";
import { FOREVER, ONCE, type ScreenLoader } from "#client/lib/routing/lazy-route.ts";
import { may } from "#client/lib/session/use-session.ts";
import { isTicketNumber, TicketScreen, TicketUnknown } from "./screen.tsx";

export { NewTicketScreen } from "#client/features/tickets/new-screen.tsx";
export { SavedReplies } from "#client/features/tickets/replies/manage-screen.tsx";

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
