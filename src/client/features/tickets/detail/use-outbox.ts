import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { trpc } from "#client/lib/trpc.ts";
import type { Message } from "#shared/schemas/tickets.ts";
import { type Known, withSent } from "./known-messages.ts";
import { createOutbox, type Outbox, type Unsent } from "./outbox.ts";
import { confirmedIn } from "./timeline.ts";
import { threadKey } from "./use-thread.ts";

/** Nobody waits longer for an answer; sending it again is safe. */
const DELIVERY_MS = 20_000;

/** They outlive the screen: what is on its way stays so while one looks at something else. */
const outboxes = new WeakMap<QueryClient, Map<string, Outbox>>();

/** What the person has written to a ticket that the server has not got yet. */
export const useOutbox = (
  ticketId: number,
  userId: string,
): { outbox: Outbox; unsent: readonly Unsent[] } => {
  const queryClient = useQueryClient();
  const { client, accounts } = trpc.useUtils();
  const [outbox] = useState(() => {
    const known = outboxes.get(queryClient) ?? new Map<string, Outbox>();
    outboxes.set(queryClient, known);
    const name = `${userId}:${ticketId}`;
    const present = known.get(name);
    if (present !== undefined) return present;
    const created = createOutbox(userId, ticketId, async (content, idempotencyKey) => {
      // What waited for the one before it is not sent in the name of whoever signs in next.
      if (accounts.me.getData()?.id !== userId) throw new Error("Its author is signed out.");
      const sent = await client.messages.send.mutate(
        { messageGroupId: ticketId, content, imgUrl: null, idempotencyKey },
        { signal: AbortSignal.timeout(DELIVERY_MS) },
      );
      queryClient.setQueryData<Known>(
        threadKey(ticketId),
        (known) => known && withSent(known, sent),
      );
      return sent;
    });
    known.set(name, created);
    return created;
  });
  const unsent = useSyncExternalStore(outbox.subscribe, outbox.list);
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
