import { Link } from "@tanstack/react-router";
import type { FormEvent } from "react";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { takeFocus } from "#client/lib/take-focus.ts";
import { TICKETS } from "#shared/messages.ts";
import { PeoplePicker } from "./people-picker.tsx";
import { TicketFields } from "./ticket-fields.tsx";
import { useNewTicket } from "./use-new-ticket.ts";
import { useTicketCheck } from "./use-ticket-check.ts";

/** The form of a new ticket; all but the people is required (member §5). */
export const NewTicketForm = ({ userId }: { userId: string }) => {
  const { draft, isEmpty, change, discard, send, isSending, created, problem } =
    useNewTicket(userId);
  const { form, problems, check } = useTicketCheck(draft);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSending && created === null && check()) send();
  };
  return (
    <form ref={form} onSubmit={submit} noValidate className="panel mt-6 p-5 md:p-8">
      <fieldset disabled={created !== null} className="min-w-0">
        <legend className="sr-only">Your ticket</legend>
        <TicketFields
          draft={draft}
          problems={problems}
          onChange={change}
          people={
            <PeoplePicker
              people={draft.people}
              creatorId={userId}
              isEditable
              onChange={(people) => change({ ...draft, people })}
            />
          }
        />
      </fieldset>
      {problem !== null && <Alert className="mt-6">{problem}</Alert>}
      {created !== null && (
        <Alert kind="success" role="alert" className="mt-6">
          {TICKETS.created}
        </Alert>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        {created === null ? (
          <>
            <Button type="submit" isBusy={isSending} className="w-full sm:w-auto">
              {isSending ? "Creating..." : "Create Ticket"}
            </Button>
            {!isEmpty && !isSending && (
              <Button
                variant="ghost"
                className="w-full sm:w-auto"
                onClick={() => {
                  form.current?.querySelector<HTMLElement>('[name="subject"]')?.focus();
                  discard();
                }}
              >
                Discard draft
              </Button>
            )}
          </>
        ) : (
          <Button asChild variant="outline" className="w-full sm:w-auto">
            <Link
              ref={takeFocus}
              to="/member/tickets/ticket/$ticketId"
              params={{ ticketId: String(created.id) }}
            >
              Go to ticket #{created.id}
            </Link>
          </Button>
        )}
      </div>
    </form>
  );
};
