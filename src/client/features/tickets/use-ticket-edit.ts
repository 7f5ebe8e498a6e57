import { useBlocker, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { codeOf, messageOf } from "#client/lib/api-error.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { useAfter } from "#client/lib/use-after.ts";
import { TICKET_REDIRECT_MS } from "#shared/constants/timings.ts";
import { TICKETS } from "#shared/messages.ts";
import type { Ticket } from "#shared/schemas/tickets.ts";
import { type MergedDraft, mergeDrafts } from "./merge-drafts.ts";
import { draftOf, inputOf, isSameDraft, isSamePeople, type TicketDraft } from "./ticket-draft.ts";

/**
 * A ticket while it is changed. What others save meanwhile is told, and taken over without losing
 * what was typed (facts §4).
 * @param ticket what it is now, as far as this browser knows.
 * @param mayAssign whether this person may change who is on it.
 */
export const useTicketEdit = (ticket: Ticket, mayAssign: boolean, onSaved: () => void) => {
  const { tickets } = trpc.useUtils();
  const navigate = useNavigate();
  /** What the typing began with. */
  const [base, setBase] = useState(ticket);
  const [{ draft, theirs }, setMerged] = useState<MergedDraft>(() => ({
    draft: draftOf(ticket),
    theirs: {},
  }));
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
      if (codeOf(error) === "conflict") void tickets.byId.invalidate({ id: ticket.id });
    },
  });
  const isSaved = edit.isSuccess;
  const isDirty = !isSaved && !isSameDraft(draft, before);
  const sentence = edit.error === null ? null : (messageOf(edit.error) ?? TICKETS.updateFailed);
  const isOther = !isSaved && !edit.isPending && ticket.updatedAt !== base.updatedAt;
  const isOutdated = isOther || sentence === TICKETS.changedMeanwhile;

  // Who has typed nothing yet simply sees what is there now.
  if (isOther && !isDirty) {
    setBase(ticket);
    setMerged({ draft: draftOf(ticket), theirs: {} });
  }

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
      setMerged(mergeDrafts(before, draft, draftOf(now)));
      setBase(now);
      edit.reset();
    } catch {
      toast("error", TICKETS.loadFailed);
    } finally {
      setIsLoading(false);
    }
  };

  return {
    draft,
    theirs,
    isDirty,
    change: (next: TicketDraft) => {
      if (!edit.isPending) edit.reset();
      setMerged({ draft: next, theirs });
    },
    send: () => {
      const isAssigning = mayAssign && !isSamePeople(draft.people, before.people);
      edit.mutate({
        id: ticket.id,
        ...inputOf(draft),
        ...(isAssigning && { assignedUserIds: draft.people.map(({ id }) => id) }),
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
    problem: isOutdated ? null : sentence,
    /** The question before what was typed is lost. */
    leaving,
  };
};
