import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { LoadFailed } from "#client/components/load-failed.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { codeOf } from "#client/lib/api-error.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { trpc } from "#client/lib/trpc.ts";
import { useAfter } from "#client/lib/use-after.ts";
import { TICKET_REDIRECT_MS } from "#shared/constants/timings.ts";
import { TICKETS, TICKET_FORM } from "#shared/ticket-messages.ts";
import { EditTicketForm } from "./edit-ticket-form.tsx";

/** Said to whoever is not on the ticket; leads back to the open ones [TICK-03]. */
const MayNotEdit = () => {
  const navigate = useNavigate();
  useAfter(TICKET_REDIRECT_MS, () => void navigate({ to: "/member/tickets/open-tickets" }));
  return (
    <div className="mt-6 flex flex-col items-start gap-4">
      <Alert className="w-full">{TICKETS.mayNotEdit}</Alert>
      <Button asChild variant="outline">
        <Link to="/member/tickets/open-tickets">{TICKET_FORM.backToOpen}</Link>
      </Button>
    </div>
  );
};

const FormSkeleton = () => (
  <div className="panel mt-6 p-5 md:p-8" aria-busy>
    <div className="@container space-y-6">
      <Skeleton className="h-19 w-full" />
      <div className="grid gap-x-5 gap-y-6 @sm:grid-cols-2 @2xl:grid-cols-3">
        <Skeleton className="h-19 w-full @sm:col-span-2 @2xl:col-span-1" />
        <Skeleton className="h-19 w-full" />
        <Skeleton className="h-19 w-full" />
      </div>
      <Skeleton className="h-48 w-full" />
      <Skeleton className="h-11 w-40" />
    </div>
  </div>
);

/** Changes a ticket; only who is on it may [TICK-03]. */
export const EditTicketScreen = ({ ticketId }: { ticketId: number }) => {
  const user = useSession();
  const ticket = trpc.tickets.byId.useQuery(
    { id: ticketId },
    { retry: (failures, error) => codeOf(error) === null && failures < 1 },
  );
  // Who takes themselves off the ticket still sees that it was saved.
  const [isSaved, setIsSaved] = useState(false);
  const code = codeOf(ticket.error);
  const isStranger =
    !isSaved &&
    (code === "not_found" ||
      code === "forbidden" ||
      ticket.data?.assignedUsers.every(({ id }) => id !== user?.id) === true);
  return (
    <>
      <p className="eyebrow">Ticket #{ticketId}</p>
      <h1 className="headline mt-2 text-5xl md:text-6xl">Edit Ticket</h1>
      {user == null ? null : isStranger ? (
        <MayNotEdit />
      ) : ticket.data !== undefined ? (
        <EditTicketForm ticket={ticket.data} user={user} onSaved={() => setIsSaved(true)} />
      ) : ticket.isError ? (
        <div className="mt-6">
          <LoadFailed
            message={TICKETS.loadFailed}
            isRetrying={ticket.isFetching}
            onRetry={() => void ticket.refetch()}
          />
        </div>
      ) : (
        <FormSkeleton />
      )}
    </>
  );
};
