import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { AttachmentField } from "#client/components/attachments/tray.tsx";
import {
  type Attachments,
  useAttachments,
} from "#client/components/attachments/use-attachments.ts";
import { ScreenHeading } from "#client/components/list-screen.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { codeOf, refusalProblem } from "#client/lib/api-error.ts";
import { keepDraft, readDraft } from "#client/lib/drafts.ts";
import { newOnceKey, takeFocus, useForm } from "#client/lib/form.ts";
import { hasRoles } from "#client/lib/session/session.ts";
import { useForbidden } from "#client/lib/session/use-identity.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { useAfter } from "#client/lib/time.ts";
import { leaveNotice } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ROLES } from "#shared/constants/accounts.ts";
import { TICKET_REDIRECT_MS } from "#shared/constants/time.ts";
import { STRIKE_STRIP } from "#shared/member-area-messages.ts";
import type { TicketOptions } from "#shared/schemas/tickets.ts";
import { OWN_STRIKES } from "#shared/strike-screen-messages.ts";
import { TICKET_LINKS, TICKETS } from "#shared/ticket-messages.ts";
import {
  answersFor,
  EMPTY_TICKET,
  inputOf,
  isSameDraft,
  type KeptDraft,
  readKept,
  TICKET_LABELS,
  type TicketDraft,
  ticketForm,
  withoutGone,
} from "./draft.ts";
import { PeoplePicker, TicketFields } from "./fields.tsx";
import { UsualAnswer } from "./team-marks.tsx";

const DRAFT = "new-ticket";

/** What this form says itself of some refusals. */
const OWN_SENTENCES: Readonly<Record<string, string>> = {
  unauthorized: TICKETS.signInToCreate,
  forbidden: TICKETS.mayNotCreate,
};

/**
 * A ticket while it is written: kept over a reload, sent under a key of its own, so that a second
 * try after a lost answer opens no second ticket [TICK-15].
 * @param appealOf the strike that it appeals: such a ticket begins with its number, in the category for it.
 */
const useNewTicket = (userId: string, files: Attachments, appealOf: number | null) => {
  const { tickets, strikes } = trpc.useUtils();
  const draftName = appealOf === null ? DRAFT : `${DRAFT}-appeal-${appealOf}`;
  const [empty] = useState<TicketDraft>(() =>
    appealOf === null
      ? EMPTY_TICKET
      : { ...EMPTY_TICKET, subject: OWN_STRIKES.appealSubject(appealOf) },
  );
  const navigate = useNavigate();
  const [stored] = useState(() => readKept(readDraft(userId, draftName), empty));
  const sent = useRef(stored.sent);
  const { data: options } = trpc.tickets.options.useQuery(undefined, {
    staleTime: Number.POSITIVE_INFINITY,
  });
  const questions = options?.questions ?? {};
  const form = useForm({
    schema: ticketForm(questions),
    initial: stored.draft,
    labels: TICKET_LABELS,
  });
  const { values: draft } = form;
  const isEmpty = isSameDraft(draft, empty) && files.list.length === 0;
  const withAppealCategory = (next: TicketDraft, { appealCategory }: TicketOptions): TicketDraft =>
    appealOf === null || appealCategory === null || next.category !== ""
      ? next
      : { ...next, category: appealCategory };
  const dropGone = useEffectEvent((offered: TicketOptions) =>
    form.set(withAppealCategory(withoutGone(draft, offered), offered)),
  );
  useEffect(() => {
    if (options !== undefined) dropGone(options);
  }, [options]);

  const keep = (next: TicketDraft) => {
    const kept: KeptDraft = { draft: next, sent: sent.current };
    keepDraft(userId, draftName, isSameDraft(next, empty) ? "" : JSON.stringify(kept));
  };
  const create = trpc.tickets.create.useMutation({
    onSuccess: (ticket) => {
      keepDraft(userId, draftName, "");
      if (appealOf !== null) void strikes.invalidate();
      files.clear();
      tickets.byId.setData({ id: ticket.id }, ticket);
      void tickets.list.invalidate();
      void tickets.counts.invalidate();
    },
    onError: (error) => {
      const problem = refusalProblem(error, TICKETS.createFailed);
      // The session has ended: the way to the login is under way already.
      if (problem.code === "unauthorized") leaveNotice(TICKETS.signInToCreate);
      const own = OWN_SENTENCES[problem.code ?? ""];
      form.refuse(error, own === undefined ? problem : { ...problem, sentence: own });
    },
  });
  const code = codeOf(create.error);
  const created = create.data ?? null;
  const isCreated = created !== null;
  const keepTyped = useEffectEvent(keep);
  useEffect(() => {
    if (!isCreated) keepTyped(draft);
  }, [draft, isCreated]);

  useAfter(
    created !== null || code === "forbidden" || code === "unauthorized" ? TICKET_REDIRECT_MS : null,
    () => {
      if (created !== null)
        void navigate({
          to: "/member/tickets/ticket/$ticketId",
          params: { ticketId: String(created.id) },
        });
      else void navigate({ to: code === "forbidden" ? "/" : "/login" });
    },
  );

  return {
    form,
    isEmpty,
    discard: () => {
      create.reset();
      sent.current = null;
      form.reset(empty);
      for (const { id } of files.list) files.remove(id);
    },
    send: (ticket: TicketDraft) => {
      const input = {
        ...inputOf(ticket),
        assignedUserIds: ticket.people.map(({ id }) => id),
        ...(appealOf !== null && { appealOf }),
        answers: answersFor(questions[ticket.category], ticket.answers),
        attachmentIds: files.list.map(({ id }) => id),
      };
      const content = JSON.stringify(input);
      const key = sent.current?.content === content ? sent.current.key : newOnceKey();
      sent.current = { key, content };
      keep(ticket);
      create.mutate({ ...input, idempotencyKey: key });
    },
    isSending: create.isPending,
    /** The ticket once it is there. */
    created,
  };
};

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
