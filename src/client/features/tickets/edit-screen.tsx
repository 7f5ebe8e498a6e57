import { Link, useBlocker, useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { ScreenHeading } from "#client/components/list-screen.tsx";
import { LoadFailed } from "#client/components/panels.tsx";
import { Alert, Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { codeOf, refusalProblem, statusOf } from "#client/lib/api-error.ts";
import { takeFocus, useForm } from "#client/lib/form.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { useAfter } from "#client/lib/time.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { TICKET_REDIRECT_MS } from "#shared/constants/time.ts";
import type { CurrentUser } from "#shared/schemas/accounts.ts";
import type { Ticket } from "#shared/schemas/tickets.ts";
import { TICKET_FORM, TICKET_LINKS, TICKETS } from "#shared/ticket-messages.ts";
import {
  answersFor,
  draftOf,
  inputOf,
  isSameAnswers,
  isSameDraft,
  isSamePeople,
  type MergedDraft,
  mergeDrafts,
  TICKET_LABELS,
  type TicketDraft,
  ticketForm,
} from "./draft.ts";
import { PeoplePicker, TicketFields } from "./fields.tsx";
import { worksOn } from "./team-marks.tsx";

/**
 * A ticket while it is changed. What others save meanwhile is told, and taken over without losing
 * what was typed [TICK-04].
 * @param ticket what it is now, as far as this browser knows.
 * @param mayAssign whether this person may change who is on it.
 */
const useTicketEdit = (ticket: Ticket, mayAssign: boolean, onSaved: () => void) => {
  const { tickets } = trpc.useUtils();
  const navigate = useNavigate();
  /** What the typing began with. */
  const [base, setBase] = useState(ticket);
  const [theirs, setTheirs] = useState<MergedDraft["theirs"]>({});
  const { data: options } = trpc.tickets.options.useQuery(undefined, {
    staleTime: Number.POSITIVE_INFINITY,
  });
  const questions = options?.questions ?? {};
  const form = useForm({
    schema: ticketForm(questions),
    initial: draftOf(ticket),
    labels: TICKET_LABELS,
  });
  const { values: draft } = form;
  const [isLoading, setIsLoading] = useState(false);
  const before = draftOf(base);

  const edit = trpc.tickets.edit.useMutation({
    onSuccess: (saved) => {
      onSaved();
      tickets.byId.setData({ id: saved.id }, saved);
      void tickets.list.invalidate();
      void tickets.history.invalidate({ id: saved.id });
    },
    onError: (error) => {
      form.refuse(error, refusalProblem(error, TICKETS.updateFailed));
      if (statusOf(error) === 409) void tickets.byId.invalidate({ id: ticket.id });
    },
  });
  const isSaved = edit.isSuccess;
  const isDirty = !isSaved && !isSameDraft(draft, before);
  const isOther = !isSaved && !edit.isPending && ticket.updatedAt !== base.updatedAt;
  const isOutdated = isOther || codeOf(edit.error) === "changed_meanwhile";

  // Who has typed nothing yet simply sees what is there now.
  const isBehind = isOther && !isDirty;
  const beginAnew = useEffectEvent(() => {
    setBase(ticket);
    setTheirs({});
    form.reset(draftOf(ticket));
  });
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- goes along with the values that the form's library holds
    if (isBehind) beginAnew();
  }, [isBehind]);

  useAfter(
    isSaved ? TICKET_REDIRECT_MS : null,
    () =>
      void navigate({
        to: "/member/tickets/ticket/$ticketId",
        params: { ticketId: String(ticket.id) },
      }),
  );
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });

  const takeOver = async () => {
    setIsLoading(true);
    try {
      const now = await tickets.byId.fetch({ id: ticket.id }, { staleTime: 0 });
      const merged = mergeDrafts(before, draft, draftOf(now));
      form.set(merged.draft);
      setTheirs(merged.theirs);
      setBase(now);
      edit.reset();
    } catch {
      toast("error", TICKETS.loadFailed);
    } finally {
      setIsLoading(false);
    }
  };

  return {
    form,
    theirs,
    isDirty,
    send: (changed: TicketDraft) => {
      const isAssigning = mayAssign && !isSamePeople(changed.people, before.people);
      // Answers to what is not asked any more stay while nothing else is answered.
      const areAnswersSent =
        changed.category !== before.category || !isSameAnswers(changed.answers, before.answers);
      edit.mutate({
        id: ticket.id,
        ...inputOf(changed),
        ...(areAnswersSent && {
          answers: answersFor(questions[changed.category] ?? [], changed.answers),
        }),
        ...(isAssigning && { assignedUserIds: changed.people.map(({ id }) => id) }),
        updatedAt: base.updatedAt,
      });
    },
    isSending: edit.isPending,
    isSaved,
    /** Others have saved something since the typing began. */
    isOutdated,
    isLoading,
    /** Brings what is there now together with what was typed. */
    takeOver,
    /** What came of the last try; null while all is well. */
    problem: isOutdated ? null : form.problem,
    /** The question before what was typed is lost. */
    leaving,
  };
};

type EditTicketFormProps = { ticket: Ticket; user: CurrentUser; onSaved: () => void };

/** The form of a ticket that is there. Who is on it, only its creator may change and whoever answers tickets. */
const EditTicketForm = ({ ticket, user, onSaved }: EditTicketFormProps) => {
  const mayAssign = worksOn(user, ticket) || ticket.createdBy === user.id;
  const edit = useTicketEdit(ticket, mayAssign, onSaved);
  const { form } = edit;
  const isClosed = ticket.status === "closed";
  const submit = form.submit((changed) => {
    if (!edit.isSending && !edit.isSaved && !isClosed) edit.send(changed);
  });
  return (
    <form onSubmit={submit} noValidate className="hides-bottom-bar panel mt-6 p-5 md:p-8">
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
            {edit.isSaved ? TICKET_LINKS.goTo(ticket.id) : TICKET_FORM.backToTicket}
          </Link>
        </Button>
      </div>
      {edit.leaving.status === "blocked" && (
        <ConfirmDialog
          isOpen
          title={TICKET_FORM.leaveTitle}
          text={TICKET_FORM.leaveText}
          action="Leave"
          isBusy={false}
          onConfirm={edit.leaving.proceed}
          onClose={edit.leaving.reset}
        />
      )}
    </form>
  );
};

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
      <ScreenHeading eyebrow={`Ticket #${ticketId}`} title="Edit Ticket" />
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
