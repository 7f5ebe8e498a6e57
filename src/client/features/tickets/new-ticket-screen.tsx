import { useNavigate } from "@tanstack/react-router";
import { Alert } from "#client/components/ui/alert.tsx";
import { hasRoles } from "#client/lib/session/guard.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { useAfter } from "#client/lib/use-after.ts";
import { ROLES } from "#shared/constants/accounts.ts";
import { TICKET_REDIRECT_MS } from "#shared/constants/timings.ts";
import { TICKETS } from "#shared/ticket-messages.ts";
import { NewTicketForm } from "./new-ticket-form.tsx";

/** Opens a ticket. */
export const NewTicketScreen = () => {
  const user = useSession();
  const navigate = useNavigate();
  const mayNot = user != null && !hasRoles(user.roles, ROLES, false);
  useAfter(mayNot ? TICKET_REDIRECT_MS : null, () => void navigate({ to: "/" }));
  return (
    <>
      <p className="eyebrow">Support</p>
      <h1 className="headline mt-2 text-5xl md:text-6xl">New Ticket</h1>
      {mayNot ? (
        <Alert className="mt-6">{TICKETS.mayNotCreate}</Alert>
      ) : (
        user != null && <NewTicketForm userId={user.id} />
      )}
    </>
  );
};
