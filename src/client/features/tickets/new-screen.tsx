import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { AttachmentField } from "#client/components/attachments/field.tsx";
import { useAttachments } from "#client/components/attachments/use-attachments.ts";
import { ScreenHeading } from "#client/components/list-screen.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { takeFocus } from "#client/lib/form.ts";
import { hasRoles } from "#client/lib/session/guard.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { useAfter } from "#client/lib/timers.ts";
import { useForbidden } from "#client/lib/use-standing.ts";
import { ROLES } from "#shared/constants/accounts.ts";
import { TICKET_REDIRECT_MS } from "#shared/constants/timings.ts";
import { STRIKE_STRIP } from "#shared/member-area-messages.ts";
import { OWN_STRIKES } from "#shared/strike-screen-messages.ts";
import { TICKET_LINKS, TICKETS } from "#shared/ticket-messages.ts";
import { TicketFields } from "./fields.tsx";
import { PeoplePicker } from "./people-picker.tsx";
import { useNewTicket } from "./use-new-ticket.ts";
import { UsualAnswer } from "./usual-answer.tsx";

/** The form of a new ticket; all but the people is required [TICK-10]. */
const NewTicketForm = ({ userId, appealOf }: { userId: string; appealOf: number | null }) => {
  const filesName = appealOf === null ? "files-new-ticket" : `files-appeal-${appealOf}`;
  const files = useAttachments(userId, null, filesName);
  const { form, isEmpty, discard, send, isSending, created } = useNewTicket(
    userId,
    files,
    appealOf,
  );
  const struck = useForbidden("writing");
  const forbidden = appealOf === null ? struck : null;
  const submit = form.submit((ticket) => {
    if (!isSending && created === null && !files.isBusy && forbidden === null) send(ticket);
  });
  return (
    <form
      onSubmit={submit}
      noValidate
      className="hides-bottom-bar panel mt-6 p-5 md:p-8"
      {...files.handlers}
    >
      {forbidden !== null && (
        <Alert className="mb-6">
          {forbidden}{" "}
          <Link to="/member/strikes" className="underline underline-offset-4">
            {STRIKE_STRIP.see}
          </Link>
        </Alert>
      )}
      {appealOf !== null && (
        <p className="mb-6 text-pretty text-muted">{OWN_STRIKES.appealFormText(appealOf)}</p>
      )}
      <fieldset disabled={created !== null || forbidden !== null} className="min-w-0">
        <legend className="sr-only">Your ticket</legend>
        <TicketFields
          form={form}
          people={
            <>
              <AttachmentField attachments={files} />
              <PeoplePicker
                people={form.values.people}
                creatorId={userId}
                isEditable
                onChange={(people) => form.set({ people })}
              />
            </>
          }
        />
      </fieldset>
      {form.problem !== null && <Alert className="mt-6">{form.problem.sentence}</Alert>}
      {created !== null && (
        <Alert kind="success" role="alert" className="mt-6">
          {TICKETS.created}
        </Alert>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        {created === null ? (
          <>
            <Button
              type="submit"
              isBusy={isSending}
              disabled={forbidden !== null}
              className="w-full sm:w-auto"
            >
              {isSending ? "Creating..." : "Create Ticket"}
            </Button>
            {!isEmpty && !isSending && (
              <Button
                variant="ghost"
                className="w-full sm:w-auto"
                onClick={() => {
                  form.focus("subject");
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
              {TICKET_LINKS.goTo(created.id)}
            </Link>
          </Button>
        )}
      </div>
      <p className="mt-4 text-sm text-faint not-has-[span]:hidden">
        <UsualAnswer />
      </p>
    </form>
  );
};

/** Opens a ticket. */
export const NewTicketScreen = () => {
  const { appeal = null } = useSearch({ from: "/_site/member/tickets/new-ticket" });
  const user = useSession();
  const navigate = useNavigate();
  const mayNot = user != null && !hasRoles(user.roles, ROLES, false);
  useAfter(mayNot ? TICKET_REDIRECT_MS : null, () => void navigate({ to: "/" }));
  return (
    <>
      <ScreenHeading eyebrow="Support" title="New Ticket" />
      {mayNot ? (
        <Alert className="mt-6">{TICKETS.mayNotCreate}</Alert>
      ) : (
        user != null && <NewTicketForm key={appeal} userId={user.id} appealOf={appeal} />
      )}
    </>
  );
};
