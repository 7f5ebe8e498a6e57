import { useIsMutating } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef } from "react";
import { keepDraft, readDraft } from "#client/lib/drafts.ts";
import { toast } from "#client/lib/toast.ts";
import { getMutationKey, trpc } from "#client/lib/trpc.ts";
import type { Ticket } from "#shared/schemas/tickets.ts";
import { TICKETS } from "#shared/ticket-messages.ts";

/** By this name the message is kept that is being written on a ticket. */
export const draftNameOf = (ticketId: number) => `message-${ticketId}`;

/** What was being written on one ticket is written on the other now, below what stands there. */
const moveDraft = (userId: string, from: number, into: number) => {
  const text = readDraft(userId, draftNameOf(from));
  if (text === null) return;
  const there = readDraft(userId, draftNameOf(into));
  keepDraft(userId, draftNameOf(into), there === null ? text : `${there}\n\n${text}`);
  keepDraft(userId, draftNameOf(from), "");
};

/**
 * Leads whoever looks at a ticket to the one into which it is merged, with what they were writing: by itself
 * and with a sentence where somebody else merges it meanwhile. A ticket that was merged before they came
 * stays on the screen.
 * @param onMerged leads there; null: the page of that ticket is opened.
 * @returns leads there whoever merges it here.
 */
export const useFollowMerge = (
  ticket: Ticket | undefined,
  userId: string | undefined,
  onMerged: ((into: number) => void) | null,
): ((into: number) => void) => {
  const utils = trpc.useUtils();
  const navigate = useNavigate();
  // Who merges it here is led there by their own act.
  const isMerging = useIsMutating({ mutationKey: getMutationKey(trpc.ticketMerges.merge) }) > 0;
  const wasWhole = useRef(false);
  const id = ticket?.id;
  const lead = (into: number, isOwnAct: boolean) => {
    if (id === undefined || userId === undefined) return;
    moveDraft(userId, id, into);
    if (onMerged !== null) onMerged(into);
    else
      void navigate({
        to: "/member/tickets/ticket/$ticketId",
        params: { ticketId: String(into) },
        replace: !isOwnAct,
      });
  };
  const follow = useEffectEvent((from: number, into: number) => {
    if (isMerging || userId === undefined) return;
    toast("info", TICKETS.mergedAway(into));
    for (const ticketId of [from, into]) {
      void utils.messages.list.invalidate({ ticketId });
      void utils.tickets.history.invalidate({ id: ticketId });
    }
    lead(into, false);
  });
  const into = ticket?.mergedInto;
  useEffect(() => {
    if (id === undefined || into === undefined) return;
    if (into === null) wasWhole.current = true;
    else if (wasWhole.current) {
      wasWhole.current = false;
      follow(id, into);
    }
  }, [id, into]);
  return (target) => lead(target, true);
};
