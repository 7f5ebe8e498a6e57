import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Attachments } from "#client/components/attachments/use-attachments.ts";
import { codeOf, refusalProblem } from "#client/lib/api-error.ts";
import { keepDraft, readDraft } from "#client/lib/drafts.ts";
import { useForm } from "#client/lib/form.ts";
import { leaveNotice } from "#client/lib/notice.ts";
import { newOnceKey } from "#client/lib/once-key.ts";
import { useAfter } from "#client/lib/timers.ts";
import { trpc } from "#client/lib/trpc.ts";
import { TICKET_REDIRECT_MS } from "#shared/constants/timings.ts";
import type { TicketOptions } from "#shared/schemas/tickets.ts";
import { OWN_STRIKES } from "#shared/strike-screen-messages.ts";
import { TICKETS } from "#shared/ticket-messages.ts";
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
export const useNewTicket = (userId: string, files: Attachments, appealOf: number | null) => {
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
