import { Link } from "@tanstack/react-router";
import { Suspense } from "react";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { lazyPart } from "#client/lib/chunks.ts";
import { takeFocus } from "#client/lib/take-focus.ts";
import type { CurrentUser } from "#shared/schemas/accounts.ts";
import type { Ticket } from "#shared/schemas/tickets.ts";
import { TICKETS, TICKET_FORM, TICKET_SCREEN } from "#shared/ticket-messages.ts";
import { PeoplePicker } from "./people-picker.tsx";
import { TicketFields } from "./ticket-fields.tsx";
import { useTicketEdit } from "./use-ticket-edit.ts";

const LeaveDialog = lazyPart(() => import("./leave-dialog.tsx"));

type EditTicketFormProps = { ticket: Ticket; user: CurrentUser; onSaved: () => void };

/** The form of a ticket that is there. Who is on it, only its creator and Admins may change. */
export const EditTicketForm = ({ ticket, user, onSaved }: EditTicketFormProps) => {
  const mayAssign = user.role === "Admin" || ticket.createdBy === user.id;
  const edit = useTicketEdit(ticket, mayAssign, onSaved);
  const { form } = edit;
  const isClosed = ticket.status === "closed";
  const submit = form.submit((changed) => {
    if (!edit.isSending && !edit.isSaved && !isClosed) edit.send(changed);
  });
  return (
    <form onSubmit={submit} noValidate className="panel mt-6 p-5 md:p-8">
      {isClosed && (
        <Alert kind="info" className="mb-6">
          {TICKETS.closedForEdit}
        </Alert>
      )}
      <fieldset disabled={edit.isSaved || isClosed} className="min-w-0">
        <legend className="sr-only">Ticket #{ticket.id}</legend>
        <TicketFields
          form={form}
          theirs={edit.theirs}
          people={
            <PeoplePicker
              people={form.values.people}
              creatorId={ticket.createdBy}
              isEditable={mayAssign}
              onChange={(people) => form.set({ people })}
            />
          }
        />
      </fieldset>
      {edit.isOutdated && !isClosed && (
        <Alert className="mt-6">
          <p>{TICKETS.changedMeanwhile}</p>
          <p className="mt-1 text-muted">{TICKET_FORM.keptAsTyped}</p>
          <Button
            variant="outline"
            size="sm"
            className="mt-3"
            isBusy={edit.isLoading}
            onClick={() => void edit.takeOver()}
          >
            {TICKET_FORM.reload}
          </Button>
        </Alert>
      )}
      {edit.problem !== null && <Alert className="mt-6">{edit.problem.sentence}</Alert>}
      {edit.isSaved && (
        <Alert kind="success" role="alert" className="mt-6">
          {TICKETS.updated}
        </Alert>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        {!edit.isSaved && !isClosed && (
          <Button type="submit" isBusy={edit.isSending} className="w-full sm:w-auto">
            {edit.isSending ? "Saving..." : "Save Changes"}
          </Button>
        )}
        <Button asChild variant="outline" className="w-full sm:w-auto">
          <Link
            ref={edit.isSaved ? takeFocus : undefined}
            to="/member/tickets/ticket/$ticketId"
            params={{ ticketId: String(ticket.id) }}
          >
            {edit.isSaved ? TICKET_SCREEN.goTo(ticket.id) : TICKET_FORM.backToTicket}
          </Link>
        </Button>
      </div>
      {edit.leaving.status === "blocked" && (
        <Suspense>
          <LeaveDialog onLeave={edit.leaving.proceed} onStay={edit.leaving.reset} />
        </Suspense>
      )}
    </form>
  );
};
