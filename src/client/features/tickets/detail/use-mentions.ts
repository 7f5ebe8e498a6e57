import { useState } from "react";
import { trpc } from "#client/lib/trpc.ts";
import { MENTIONS_MAX } from "#shared/constants/thread.ts";
import type { ThreadPerson } from "#shared/schemas/thread.ts";

/** So many are shown at once. */
const SHOWN = 6;
/** Nobody is looked for by more. */
const ASKED_MAX = 40;

/** What is typed behind the `@` before the caret, and where that stands; null where there is none. */
const askedAt = (text: string, caret: number): { from: number; asked: string } | null => {
  const line = text.slice(Math.max(0, caret - ASKED_MAX - 1), caret);
  const at = line.lastIndexOf("@");
  const asked = line.slice(at + 1);
  if (at === -1 || asked.includes("\n")) return null;
  if (at > 0 && !/[\s([{"'*_>]/.test(line[at - 1] ?? "")) return null;
  return { from: caret - asked.length - 1, asked };
};

const isFoundBy = ({ name }: ThreadPerson, asked: string): boolean => {
  const words = name.toLocaleLowerCase("en");
  const wanted = asked.toLocaleLowerCase("en");
  return words.startsWith(wanted) || (wanted !== "" && words.includes(` ${wanted}`));
};

/**
 * Whom one is about to mention, while one types.
 * @param text what is written; nobody is asked for before there is an `@` in it.
 */
export const useMentions = (ticketId: number, text: string) => {
  const [caret, setCaret] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  const { data: people = [] } = trpc.messages.mentionable.useQuery(
    { ticketId },
    { enabled: text.includes("@"), staleTime: 60_000 },
  );
  const place = caret === null ? null : askedAt(text, caret);
  const choices =
    place === null ? [] : people.filter((person) => isFoundBy(person, place.asked)).slice(0, SHOWN);
  return {
    choices,
    active: Math.min(active, Math.max(0, choices.length - 1)),
    move: (by: 1 | -1) =>
      setActive(
        (now) => (Math.min(now, choices.length - 1) + by + choices.length) % choices.length,
      ),
    /** Told where the caret stands after something was typed; null closes the list. */
    follow: (next: number | null) => {
      setCaret(next);
      setActive(0);
    },
    /** The text with somebody's name in place of what was asked, and where the caret goes. */
    chosen: ({ name }: ThreadPerson): { text: string; caret: number } => {
      if (place === null || caret === null) return { text, caret: text.length };
      const before = `${text.slice(0, place.from)}@${name} `;
      return { text: before + text.slice(caret).replace(/^ /, ""), caret: before.length };
    },
    /** The ids of those whom a text names. */
    namedIn: (content: string): string[] =>
      people
        .filter(({ name }) => content.includes(`@${name}`))
        .slice(0, MENTIONS_MAX)
        .map(({ id }) => id),
  };
};
