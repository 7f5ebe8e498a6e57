import { DueMark } from "#client/features/tickets/due-mark.tsx";
import { worksOn } from "#client/features/tickets/works-on.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { trpc } from "#client/lib/trpc.ts";
import type { Ticket } from "#shared/schemas/tickets.ts";

/** Tells the team until when a ticket is to be answered, and that it is late; nothing to anybody else. */
export const DueBadge = ({ ticket }: { ticket: Ticket }) => {
  const { id, status, waitsFor } = ticket;
  const user = useSession();
  const isAsked = worksOn(user, ticket) && status === "Open" && waitsFor === "team";
  const { data: facts } = trpc.queue.facts.useQuery({ id }, { enabled: isAsked });
  if (!isAsked || facts === undefined || facts.dueAt === null) return null;
  return <DueMark dueAt={facts.dueAt} />;
};
