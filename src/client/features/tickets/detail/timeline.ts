import { MINUTE_MS } from "#shared/constants/time.ts";
import type { TicketNote } from "#shared/schemas/notes.ts";
import type { Message, TicketEntry } from "#shared/schemas/tickets.ts";
import type { Unsent } from "./outbox.ts";

/** One line of the thread. Keys last: what was being sent keeps its own once it is confirmed. */
export type TimelineItem =
  | { kind: "day"; key: string; at: string }
  | { kind: "entry"; key: string; entry: TicketEntry }
  | { kind: "note"; key: string; note: TicketNote }
  | { kind: "message"; key: string; message: Message | Unsent; startsGroup: boolean };

/** Messages of one author that follow each other within so long stand under one name. */
const GROUP_MS = 10 * MINUTE_MS;

/**
 * Which messages of the thread are what is in the outbox, by the message's id. The server's answer
 * says so; where it has not come (yet), a message of the same words that appeared since does.
 */
export const confirmedIn = (
  messages: readonly Message[],
  unsent: readonly Unsent[],
  userId: string,
): Map<number, string> => {
  const keys = new Map<number, string>();
  for (const { key, messageId } of unsent) if (messageId !== null) keys.set(messageId, key);
  const open = unsent.filter(({ messageId }) => messageId === null);
  // What is on its way now is likelier to be meant than what failed before.
  for (const { key, content, attachments, afterId } of [
    ...open.filter(({ state }) => state === "sending"),
    ...open.filter(({ state }) => state === "failed"),
  ]) {
    const found = messages.find(
      (message) =>
        message.id > afterId &&
        message.author.id === userId &&
        message.content === content &&
        // Messages of pictures alone say the same.
        message.attachments[0]?.id === attachments[0]?.id &&
        !keys.has(message.id),
    );
    if (found !== undefined) keys.set(found.id, key);
  }
  return keys;
};

type Parts = {
  messages: readonly Message[];
  /** True while older messages have not been asked for: history from before then waits with them. */
  hasOlder: boolean;
  history: readonly TicketEntry[];
  /** Of the team, for the team. */
  notes?: readonly TicketNote[];
  unsent: readonly Unsent[];
  userId: string;
};

type Aside = { at: string; item: TimelineItem };

/** What stands between the messages, in its order: what happened, and what the team noted. */
const asidesOf = (history: readonly TicketEntry[], notes: readonly TicketNote[]): Aside[] =>
  [
    ...history
      .toSorted((a, b) => a.id - b.id)
      .map((entry): Aside => ({
        at: entry.at,
        item: { kind: "entry", key: `entry-${entry.id}`, entry },
      })),
    ...notes.map((note): Aside => ({
      at: note.createdAt,
      item: { kind: "note", key: `note-${note.id}`, note },
    })),
  ].toSorted((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));

const dayOf = (at: string) => new Date(at).toDateString();

/** Everything that happened, in its order, with a line where a new day begins. */
export const timelineOf = ({
  messages,
  hasOlder,
  history,
  notes = [],
  unsent,
  userId,
}: Parts): TimelineItem[] => {
  const [oldest] = messages;
  const confirmed = confirmedIn(messages, unsent, userId);
  const items: TimelineItem[] = [];
  const days = new Set<string>();
  let last: { at: string; authorId: string | null } | null = null;

  /** @returns true where the author's name has to be said (again). */
  const begin = (at: string, authorId: string | null): boolean => {
    const day = dayOf(at);
    const isNewDay = last === null || dayOf(last.at) !== day;
    // This browser's clock may be behind the server's: what it sends now is not of the day before.
    if (isNewDay && !days.has(day) && (last === null || at > last.at)) {
      days.add(day);
      items.push({ kind: "day", key: `day-${day}`, at });
    }
    const startsGroup =
      last === null ||
      isNewDay ||
      last.authorId !== authorId ||
      Date.parse(at) - Date.parse(last.at) > GROUP_MS;
    last = { at, authorId };
    return startsGroup;
  };

  const since = hasOlder && oldest !== undefined ? oldest.createdAt : "";
  const asides = asidesOf(history, notes).filter(({ at }) => at >= since);
  let told = 0;
  const tellUntil = (at: string | null) => {
    for (const aside of asides.slice(told)) {
      if (at !== null && aside.at > at) return;
      told += 1;
      begin(aside.at, null);
      items.push(aside.item);
    }
  };

  for (const message of messages) {
    tellUntil(message.createdAt);
    const startsGroup = begin(message.createdAt, message.author.id);
    const key = confirmed.get(message.id) ?? `message-${message.id}`;
    items.push({ kind: "message", key, message, startsGroup });
  }
  tellUntil(null);
  const shown = new Set(messages.flatMap(({ id }) => confirmed.get(id) ?? []));
  for (const one of unsent) {
    const isOfOlder = one.messageId !== null && oldest !== undefined && one.messageId < oldest.id;
    if (shown.has(one.key) || isOfOlder) continue;
    const startsGroup = begin(one.at, userId);
    items.push({ kind: "message", key: one.key, message: one, startsGroup });
  }
  return items;
};
