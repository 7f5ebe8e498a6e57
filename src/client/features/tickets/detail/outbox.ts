import { z } from "zod/mini";
import { messageOf } from "#client/lib/api-error.ts";
import { keepDraft, readDraft } from "#client/lib/drafts.ts";
import { newOnceKey } from "#client/lib/once-key.ts";
import { THREAD } from "#shared/messages.ts";
import type { Message } from "#shared/schemas/tickets.ts";

/** A message on its way to the server, or one that did not get there. */
export type Unsent = {
  /** Under which the server takes it once, however often it is sent. */
  key: string;
  content: string;
  /** When it was written. */
  at: string;
  /** The newest message that was there before it. */
  afterId: number;
  state: "sending" | "failed" | "sent";
  /** Why it failed. */
  reason: string | null;
  /** What became of it in the thread; null until that is known. */
  messageId: number | null;
};

export type Outbox = {
  list: () => readonly Unsent[];
  subscribe: (listener: () => void) => () => void;
  /** Sends it after what is on its way already. */
  send: (content: string, afterId: number) => void;
  /** Sends what failed once more, as the same message. */
  retry: (key: string) => void;
  discard: (key: string) => void;
  /** Says that the thread shows it, whatever became of the answer. */
  settle: (key: string, messageId: number) => void;
};

const kept = z.array(
  z.object({ key: z.string(), content: z.string(), at: z.string(), afterId: z.int() }),
);

/** What a reload has left behind: nobody knows whether it arrived, and sending it again is safe. */
const restore = (text: string | null): Unsent[] => {
  try {
    return z.parse(kept, JSON.parse(text ?? "[]")).map(({ key, content, at, afterId }) => ({
      key,
      content,
      at,
      afterId,
      state: "failed",
      reason: THREAD.sendFailed,
      messageId: null,
    }));
  } catch {
    return [];
  }
};

/**
 * The messages of one person to one ticket that are not sent yet. They are sent one after the other,
 * outlive the screen, and a reload in this tab.
 * @param deliver sends one; rejects with the server's refusal.
 */
export const createOutbox = (
  userId: string,
  ticketId: number,
  deliver: (content: string, key: string) => Promise<Message>,
): Outbox => {
  const draft = `unsent-${ticketId}`;
  const listeners = new Set<() => void>();
  let entries: readonly Unsent[] = restore(readDraft(userId, draft));
  let last: Promise<void> = Promise.resolve();

  const put = (next: readonly Unsent[]) => {
    entries = next;
    const open = next.filter(({ state }) => state !== "sent");
    keepDraft(
      userId,
      draft,
      open.length === 0
        ? ""
        : JSON.stringify(
            open.map(({ key, content, at, afterId }) => ({ key, content, at, afterId })),
          ),
    );
    for (const listener of listeners) listener();
  };
  const change = (key: string, part: Partial<Unsent>) =>
    put(entries.map((entry) => (entry.key === key ? { ...entry, ...part } : entry)));
  const find = (key: string) => entries.find((entry) => entry.key === key);

  const attempt = async (key: string) => {
    const content = find(key)?.content;
    if (content === undefined) return;
    try {
      const { id } = await deliver(content, key);
      change(key, { state: "sent", reason: null, messageId: id });
    } catch (error) {
      if (find(key)?.state === "sending")
        change(key, { state: "failed", reason: messageOf(error) ?? THREAD.sendFailed });
    }
  };
  const enqueue = (key: string) => {
    // None overtakes another; without any on its way it goes at once.
    last = entries.some((entry) => entry.state === "sending" && entry.key !== key)
      ? last.then(() => attempt(key))
      : attempt(key);
  };

  return {
    list: () => entries,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    send: (content, afterId) => {
      const key = newOnceKey();
      const at = new Date().toISOString();
      put([
        ...entries,
        { key, content, at, afterId, state: "sending", reason: null, messageId: null },
      ]);
      enqueue(key);
    },
    retry: (key) => {
      if (find(key)?.state !== "failed") return;
      change(key, { state: "sending", reason: null });
      enqueue(key);
    },
    discard: (key) =>
      put(entries.filter((entry) => entry.key !== key || entry.state === "sending")),
    settle: (key, messageId) => {
      if (find(key)?.state !== "sent") change(key, { state: "sent", reason: null, messageId });
    },
  };
};
