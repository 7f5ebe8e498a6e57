import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { z } from "zod/mini";
import { codeOf, isWorthRepeating, messageOf } from "#client/lib/api-error.ts";
import { keepDraft, readDraft } from "#client/lib/drafts.ts";
import { createEmitter } from "#client/lib/emitter.ts";
import { useLive } from "#client/lib/feed/live.ts";
import { newOnceKey } from "#client/lib/form.ts";
import { parseStored } from "#client/lib/storage.ts";
import { trpc } from "#client/lib/trpc.ts";
import { UNSENT_AGAIN_MS } from "#shared/constants/time.ts";
import { type Attachment, attachmentList } from "#shared/schemas/attachments.ts";
import type { Message } from "#shared/schemas/tickets.ts";
import { THREAD } from "#shared/ticket-messages.ts";
import { confirmedIn, type Known, threadKey, withSent } from "./use-thread.ts";

/** A message on its way to the server, or one that did not get there. */
export type Unsent = {
  /** Under which the server takes it once, however often it is sent. */
  key: string;
  content: string;
  /** The ids of those whom it mentions. */
  mentions: readonly string[];
  /** Uploaded already: they are sent by their ids. */
  attachments: readonly Attachment[];
  /** When it was written. */
  at: string;
  /** The newest message that was there before it. */
  afterId: number;
  state: "sending" | "failed" | "sent";
  /** Why it failed. */
  reason: string | null;
  /** It failed for want of an answer, so it goes out by itself once there is a connection again. */
  isLost: boolean;
  /** What became of it in the thread; null until that is known. */
  messageId: number | null;
};

/** What is to be sent. */
export type Written = Pick<Unsent, "content" | "mentions" | "attachments">;

export type Outbox = {
  list: () => readonly Unsent[];
  subscribe: (listener: () => void) => () => void;
  /** Sends it after what is on its way already. */
  send: (written: Written, afterId: number) => void;
  /** Sends what failed once more, as the same message. */
  retry: (key: string) => void;
  /** Sends what was lost once more, in its order. To be called when there may be a connection again. */
  resume: () => void;
  discard: (key: string) => void;
  /** Says that the thread shows it, whatever became of the answer. */
  settle: (key: string, messageId: number) => void;
};

const kept = z.array(
  z.object({
    key: z.string(),
    content: z.string(),
    mentions: z._default(z.array(z.string()), []),
    attachments: z._default(attachmentList, []),
    at: z.string(),
    afterId: z.int(),
    isLost: z._default(z.boolean(), true),
  }),
);

/**
 * What a reload has left behind. Of what was not refused nobody knows whether it arrived, and sending
 * it again is safe.
 */
const restore = (text: string | null): Unsent[] =>
  (kept.safeParse(parseStored(text)).data ?? []).map(
    ({ key, content, mentions, attachments, at, afterId, isLost }) => ({
      key,
      content,
      mentions,
      attachments,
      at,
      afterId,
      isLost,
      state: "failed",
      reason: THREAD.sendFailed,
      messageId: null,
    }),
  );

/**
 * The messages of one person to one ticket that are not sent yet. They are sent one after the other,
 * outlive the screen, and a reload in this tab.
 * @param deliver sends one; rejects with the server's refusal.
 */
export const createOutbox = (
  userId: string,
  ticketId: number,
  deliver: (written: Written, key: string) => Promise<Message>,
): Outbox => {
  const draft = `unsent-${ticketId}`;
  const changes = createEmitter();
  let entries: readonly Unsent[] = restore(readDraft(userId, draft));
  let isSending = false;

  const put = (next: readonly Unsent[]) => {
    entries = next;
    const open = next.filter(({ state }) => state !== "sent");
    keepDraft(
      userId,
      draft,
      open.length === 0
        ? ""
        : JSON.stringify(
            open.map(({ key, content, mentions, attachments, at, afterId, state, isLost }) => ({
              key,
              content,
              mentions,
              attachments,
              at,
              afterId,
              isLost: isLost || state === "sending",
            })),
          ),
    );
    changes.emit();
  };
  const change = (key: string, part: Partial<Unsent>) =>
    put(entries.map((entry) => (entry.key === key ? { ...entry, ...part } : entry)));
  const find = (key: string) => entries.find((entry) => entry.key === key);

  const attempt = async ({ key, content, mentions, attachments }: Unsent) => {
    try {
      const { id } = await deliver({ content, mentions, attachments }, key);
      change(key, { state: "sent", reason: null, messageId: id });
    } catch (error) {
      const reason = messageOf(error) ?? THREAD.sendFailed;
      if (find(key)?.state !== "sending") return;
      if (!isWorthRepeating(error)) change(key, { state: "failed", reason, isLost: false });
      // None overtakes another: what waits behind it is lost with it.
      else
        put(
          entries.map((entry) =>
            entry.state === "sending" ? { ...entry, state: "failed", reason, isLost: true } : entry,
          ),
        );
    }
  };
  /** Sends what is to be sent, one after the other. */
  const work = async () => {
    if (isSending) return;
    isSending = true;
    for (;;) {
      const next = entries.find(({ state }) => state === "sending");
      if (next === undefined) break;
      await attempt(next);
    }
    isSending = false;
  };
  const isWaiting = (entry: Unsent) => entry.state === "failed" && entry.isLost;
  /** As it is while it is sent once more: what was lost, and what is chosen. */
  const revived =
    (chosen: string | null) =>
    (entry: Unsent): Unsent =>
      isWaiting(entry) || (entry.key === chosen && entry.state === "failed")
        ? { ...entry, state: "sending", reason: null, isLost: false }
        : entry;
  const sendAgain = (chosen: string | null) => {
    if (!entries.some((entry) => isWaiting(entry) || entry.key === chosen)) return;
    put(entries.map(revived(chosen)));
    void work();
  };

  return {
    list: () => entries,
    subscribe: changes.subscribe,
    send: ({ content, mentions, attachments }, afterId) => {
      const key = newOnceKey();
      const at = new Date().toISOString();
      const fresh: Unsent = {
        key,
        content,
        mentions,
        attachments,
        at,
        afterId,
        state: "sending",
        reason: null,
        isLost: false,
        messageId: null,
      };
      put([...entries.map(revived(null)), fresh]);
      void work();
    },
    retry: sendAgain,
    resume: () => sendAgain(null),
    discard: (key) =>
      put(entries.filter((entry) => entry.key !== key || entry.state === "sending")),
    settle: (key, messageId) => {
      if (find(key)?.state !== "sent") change(key, { state: "sent", reason: null, messageId });
    },
  };
};

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
