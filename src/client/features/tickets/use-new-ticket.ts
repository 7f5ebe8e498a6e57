import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { codeOf, refusalProblem } from "#client/lib/api-error.ts";
import { keepDraft, readDraft } from "#client/lib/drafts.ts";
import { useForm } from "#client/lib/form.ts";
import { leaveNotice } from "#client/lib/notice.ts";
import { newOnceKey } from "#client/lib/once-key.ts";
import { useAfter } from "#client/lib/timers.ts";
import { trpc } from "#client/lib/trpc.ts";
import { TICKET_REDIRECT_MS } from "#shared/constants/timings.ts";
import type { TicketOptions } from "#shared/schemas/tickets.ts";
import { TICKETS } from "#shared/ticket-messages.ts";
import {
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
 */
export const useNewTicket = (userId: string) => {
  const { tickets } = trpc.useUtils();
  const navigate = useNavigate();
  const [stored] = useState(() => readKept(readDraft(userId, DRAFT)));
  const sent = useRef(stored.sent);
  const form = useForm({ schema: ticketForm, initial: stored.draft, labels: TICKET_LABELS });
  const { values: draft } = form;
  const isEmpty = isSameDraft(draft, EMPTY_TICKET);
  const { data: options } = trpc.tickets.options.useQuery(undefined, {
    staleTime: Number.POSITIVE_INFINITY,
  });
  const dropGone = useEffectEvent((offered: TicketOptions) =>
    form.set(withoutGone(draft, offered)),
  );
  useEffect(() => {
    if (options !== undefined) dropGone(options);
  }, [options]);

  const keep = (next: TicketDraft) => {
    const kept: KeptDraft = { draft: next, sent: sent.current };
    keepDraft(userId, DRAFT, isSameDraft(next, EMPTY_TICKET) ? "" : JSON.stringify(kept));
  };
  const create = trpc.tickets.create.useMutation({
    onSuccess: (ticket) => {
      keepDraft(userId, DRAFT, "");
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
      form.reset(EMPTY_TICKET);
    },
    send: (ticket: TicketDraft) => {
      const input = {
        ...inputOf(ticket),
        assignedUserIds: ticket.people.map(({ id }) => id),
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
