import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { codeOf, messageOf } from "#client/lib/api-error.ts";
import { keepDraft, readDraft } from "#client/lib/drafts.ts";
import { leaveNotice } from "#client/lib/notice.ts";
import { newOnceKey } from "#client/lib/once-key.ts";
import { trpc } from "#client/lib/trpc.ts";
import { useAfter } from "#client/lib/use-after.ts";
import { TICKET_REDIRECT_MS } from "#shared/constants/timings.ts";
import { TICKETS } from "#shared/messages.ts";
import {
  EMPTY_TICKET,
  inputOf,
  isSameDraft,
  type KeptDraft,
  readKept,
  type TicketDraft,
  withoutGone,
} from "./ticket-draft.ts";

const DRAFT = "new-ticket";

/**
 * A ticket while it is written: kept over a reload, sent under a key of its own, so that a second
 * try after a lost answer opens no second ticket (member §6, facts §4a).
 */
export const useNewTicket = (userId: string) => {
  const { tickets } = trpc.useUtils();
  const navigate = useNavigate();
  const [kept, setKept] = useState(() => readKept(readDraft(userId, DRAFT)));
  const { data: options } = trpc.tickets.options.useQuery(undefined, {
    staleTime: Number.POSITIVE_INFINITY,
  });
  const draft = options === undefined ? kept.draft : withoutGone(kept.draft, options);
  const isEmpty = isSameDraft(draft, EMPTY_TICKET);

  const keep = (next: KeptDraft) => {
    setKept(next);
    keepDraft(userId, DRAFT, isSameDraft(next.draft, EMPTY_TICKET) ? "" : JSON.stringify(next));
  };
  const create = trpc.tickets.create.useMutation({
    onSuccess: (ticket) => {
      keepDraft(userId, DRAFT, "");
      tickets.byId.setData({ id: ticket.id }, ticket);
      void tickets.list.invalidate();
      void tickets.counts.invalidate();
    },
    onError: (error) => {
      // The session has ended: the way to the login is under way already.
      if (codeOf(error) === "unauthorized") leaveNotice(TICKETS.signInToCreate);
    },
  });
  const code = codeOf(create.error);
  const created = create.data ?? null;

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
    draft,
    isEmpty,
    change: (next: TicketDraft) => {
      create.reset();
      keep({ ...kept, draft: next });
    },
    discard: () => {
      create.reset();
      keep({ draft: EMPTY_TICKET, sent: null });
    },
    send: () => {
      const input = {
        ...inputOf(draft),
        assignedUserIds: draft.people.map(({ id }) => id),
      };
      const content = JSON.stringify(input);
      const key = kept.sent?.content === content ? kept.sent.key : newOnceKey();
      keep({ draft, sent: { key, content } });
      create.mutate({ ...input, idempotencyKey: key });
    },
    isSending: create.isPending,
    /** The ticket once it is there. */
    created,
    /** What came of the last try; null while all is well. */
    problem:
      create.error === null
        ? null
        : code === "unauthorized"
          ? TICKETS.signInToCreate
          : code === "forbidden"
            ? TICKETS.mayNotCreate
            : (messageOf(create.error) ?? TICKETS.createFailed),
  };
};
