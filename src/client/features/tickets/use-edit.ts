import { useBlocker, useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useState } from "react";
import { codeOf, refusalProblem, statusOf } from "#client/lib/api-error.ts";
import { useForm } from "#client/lib/form.ts";
import { useAfter } from "#client/lib/timers.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { TICKET_REDIRECT_MS } from "#shared/constants/timings.ts";
import type { Ticket } from "#shared/schemas/tickets.ts";
import { TICKETS } from "#shared/ticket-messages.ts";
import {
  type MergedDraft,
  TICKET_LABELS,
  type TicketDraft,
  answersFor,
  draftOf,
  inputOf,
  isSameAnswers,
  isSameDraft,
  isSamePeople,
  mergeDrafts,
  ticketForm,
} from "./draft.ts";

/**
 * A ticket while it is changed. What others save meanwhile is told, and taken over without losing
 * what was typed [TICK-04].
 * @param ticket what it is now, as far as this browser knows.
 * @param mayAssign whether this person may change who is on it.
 */
export const useTicketEdit = (ticket: Ticket, mayAssign: boolean, onSaved: () => void) => {
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
