import { Link } from "@tanstack/react-router";
import { type FormEvent, Suspense } from "react";
import { lazyPart } from "#client/lib/chunks.ts";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { takeFocus } from "#client/lib/take-focus.ts";
import { TICKETS } from "#shared/messages.ts";
import type { CurrentUser } from "#shared/schemas/accounts.ts";
import type { Ticket } from "#shared/schemas/tickets.ts";
import { PeoplePicker } from "./people-picker.tsx";
import { TicketFields } from "./ticket-fields.tsx";
import { useTicketCheck } from "./use-ticket-check.ts";
import { useTicketEdit } from "./use-ticket-edit.ts";

const LeaveDialog = lazyPart(() => import("./leave-dialog.tsx"));

type EditTicketFormProps = { ticket: Ticket; user: CurrentUser; onSaved: () => void };

/** The form of a ticket that is there. Who is on it, only its creator and Admins may change. */
export const EditTicketForm = ({ ticket, user, onSaved }: EditTicketFormProps) => {
  const mayAssign = user.role === "Admin" || ticket.createdBy === user.id;
  const edit = useTicketEdit(ticket, mayAssign, onSaved);
  const { draft, change } = edit;
  const { form, problems, check } = useTicketCheck(draft);
  const isClosed = ticket.status === "closed";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!edit.isSending && !edit.isSaved && !isClosed && check()) edit.send();
  };
  return (
    <form ref={form} onSubmit={submit} noValidate className="panel mt-6 p-5 md:p-8">
      {isClosed && (
        <Alert kind="info" className="mb-6">
          {TICKETS.closedForEdit}
        </Alert>
      )}
      <fieldset disabled={edit.isSaved || isClosed} className="min-w-0">
        <legend className="sr-only">Ticket #{ticket.id}</legend>
        <TicketFields
          draft={draft}
          problems={problems}
          theirs={edit.theirs}
          onChange={change}
          people={
            <PeoplePicker
              people={draft.people}
              creatorId={ticket.createdBy}
              isEditable={mayAssign}
              onChange={(people) => change({ ...draft, people })}
            />
          }
        />
      </fieldset>
      {edit.isOutdated && !isClosed && (
        <Alert className="mt-6">
          <p>{TICKETS.changedMeanwhile}</p>
          <p className="mt-1 text-muted">What you have typed stays as you typed it.</p>
          <Button
            variant="outline"
            size="sm"
            className="mt-3"
            isBusy={edit.isLoading}
            onClick={() => void edit.takeOver()}
          >
            Reload the ticket
          </Button>
        </Alert>
      )}
      {edit.problem !== null && <Alert className="mt-6">{edit.problem}</Alert>}
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
            {edit.isSaved ? `Go to ticket #${ticket.id}` : "Back to the ticket"}
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
