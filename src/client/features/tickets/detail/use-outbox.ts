import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { codeOf } from "#client/lib/api-error.ts";
import { useLive } from "#client/lib/feed/live.ts";
import { trpc } from "#client/lib/trpc.ts";
import { UNSENT_AGAIN_MS } from "#shared/constants/timings.ts";
import type { Message } from "#shared/schemas/tickets.ts";
import { type Known, withSent } from "./known-messages.ts";
import { createOutbox, type Outbox, type Unsent } from "./outbox.ts";
import { confirmedIn } from "./timeline.ts";
import { threadKey } from "./use-thread.ts";

/** They outlive the screen: what is on its way stays so while one looks at something else. */
const outboxes = new WeakMap<QueryClient, Map<string, Outbox>>();

/** What the person has written to a ticket that the server has not got yet. */
export const useOutbox = (
  ticketId: number,
  userId: string,
): { outbox: Outbox; unsent: readonly Unsent[] } => {
  const queryClient = useQueryClient();
  const { client, tickets } = trpc.useUtils();
  const [outbox] = useState(() => {
    const known = outboxes.get(queryClient) ?? new Map<string, Outbox>();
    outboxes.set(queryClient, known);
    const name = `${userId}:${ticketId}`;
    const present = known.get(name);
    if (present !== undefined) return present;
    const refetchTicket = () => {
      void tickets.byId.invalidate({ id: ticketId });
      void tickets.history.invalidate({ id: ticketId });
      void tickets.list.invalidate();
      void tickets.counts.invalidate();
    };
    const created = createOutbox(
      userId,
      ticketId,
      async ({ content, mentions, attachments }, idempotencyKey) => {
        const sent = await client.messages.send
          .mutate(
            {
              messageGroupId: ticketId,
              content,
              mentions: [...mentions],
              attachmentIds: attachments.map(({ id }) => id),
              imgUrl: null,
              idempotencyKey,
            },
            // What waited for the one before it is not sent in the name of whoever signs in next.
            { context: { as: userId } },
          )
          .catch((error: unknown) => {
            // The ticket is not what this screen takes it for, such as closed.
            if (codeOf(error) === "conflict") refetchTicket();
            throw error;
          });
        queryClient.setQueryData<Known>(
          threadKey(ticketId),
          (known) => known && withSent(known, sent),
        );
        return sent;
      },
    );
    known.set(name, created);
    window.addEventListener("online", created.resume);
    return created;
  });
  const unsent = useSyncExternalStore(outbox.subscribe, outbox.list);
  const isLive = useLive(true);
  const isAnyLost = unsent.some(({ state, isLost }) => state === "failed" && isLost);
  useEffect(() => {
    if (isLive) outbox.resume();
  }, [isLive, outbox]);
  useEffect(() => {
    if (!isAnyLost) return undefined;
    // A browser does not notice every connection that is back.
    const timer = setInterval(() => {
      if (navigator.onLine) outbox.resume();
    }, UNSENT_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isAnyLost, outbox]);
  return { outbox, unsent };
};

/** Takes what the thread shows out of what is not sent, though its answer never came. */
export const useSettled = (
  outbox: Outbox,
  messages: readonly Message[],
  unsent: readonly Unsent[],
  userId: string,
) => {
  useEffect(() => {
    for (const [messageId, key] of confirmedIn(messages, unsent, userId))
      outbox.settle(key, messageId);
  }, [outbox, messages, unsent, userId]);
};
