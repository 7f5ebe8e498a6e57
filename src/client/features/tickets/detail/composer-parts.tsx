import { useEffect, useRef, useState } from "react";
import { MemberAvatar } from "#client/components/marks.tsx";
import { useFeedEvent } from "#client/lib/feed/live.ts";
import { inBackground } from "#client/lib/session/cause.ts";
import { trpc } from "#client/lib/trpc.ts";
/* oxlint-disable jsx-a11y/click-events-have-key-events, jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role -- the box beside the list has focus and keys */
import { LENGTHS } from "#shared/constants/accounts.ts";
import { TYPING_EVERY_MS, TYPING_SHOWN_MS } from "#shared/constants/desk.ts";
import type { ThreadPerson } from "#shared/schemas/tickets.ts";
import { COMPOSER } from "#shared/thread-messages.ts";

/** Of a long message so much is quoted. */
const QUOTED_MAX = 600;

/** A name in which nothing is Markdown. */
const escaped = (name: string): string => name.replaceAll(/[\\`*_[\]<>]/g, String.raw`\$&`);

/**
 * A message as a Markdown quote with the name of its author, ready to be answered. What it quotes itself
 * is left out.
 */
export const quoteOf = (name: string, content: string): string => {
  const own = content
    .split("\n")
    .filter((line) => !line.startsWith(">"))
    .join("\n")
    .trim();
  const letters = Array.from(own);
  const short =
    letters.length > QUOTED_MAX ? `${letters.slice(0, QUOTED_MAX).join("").trimEnd()}…` : own;
  const lines = [`**${escaped(name)}:**`, ...short.split("\n")];
  return `${lines.map((line) => `> ${line}`.trimEnd()).join("\n")}\n\n`;
};

/** A text with a quote at its end, where there is room for it. */
export const withQuote = (text: string, quote: string): string => {
  const before = text.trim() === "" ? "" : `${text.trimEnd()}\n\n`;
  const next = `${before}${quote}`;
  return next.length > LENGTHS.message ? text : next;
};

/** @returns what is to be called while one types: it tells the others now and then. */
export const useTyping = (ticketId: number): (() => void) => {
  const { client } = trpc.useUtils();
  const toldAtMs = useRef(0);
  return () => {
    const nowMs = Date.now();
    if (nowMs - toldAtMs.current < TYPING_EVERY_MS) return;
    toldAtMs.current = nowMs;
    // Nobody misses it where it does not arrive.
    inBackground(() => client.messages.typing.mutate({ ticketId })).catch(() => {});
  };
};

/**
 * The ids of the others who are writing on a ticket right now.
 * @param newestBy who wrote the newest message, and its id: they have finished.
 */
export const useTypists = (
  ticketId: number,
  userId: string,
  newestBy: string | null,
  newestId: number,
): readonly string[] => {
  const [typists, setTypists] = useState<ReadonlyMap<string, number>>(new Map());
  const [finished, setFinished] = useState(newestId);
  const without = (id: string) => new Map([...typists].filter(([one]) => one !== id));
  if (finished !== newestId) {
    setFinished(newestId);
    if (newestBy !== null && typists.has(newestBy)) setTypists(without(newestBy));
  }
  useFeedEvent((event) => {
    if (event.type !== "ticket.typing" || event.ticketId !== ticketId) return;
    if (event.userId === userId) return;
    setTypists(new Map([...without(event.userId), [event.userId, Date.now()]]));
  });
  useEffect(() => {
    if (typists.size === 0) return undefined;
    const timer = setTimeout(() => {
      const since = Date.now() - TYPING_SHOWN_MS;
      setTypists(new Map([...typists].filter(([, atMs]) => atMs > since)));
    }, TYPING_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [typists]);
  return [...typists.keys()];
};

type MentionListProps = {
  id: string;
  people: readonly ThreadPerson[];
  /** Which of them Enter chooses. */
  active: number;
  onChoose: (person: ThreadPerson) => void;
};

/** Whom one can mention, above the box in which one types: the focus stays there. */
export const MentionList = ({ id, people, active, onChoose }: MentionListProps) => {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    <>
      <ul
        ref={list}
        id={id}
        role="listbox"
        aria-label={COMPOSER.people}
        className="panel absolute bottom-full left-0 z-30 mb-2 max-h-56 w-72 max-w-full overflow-y-auto p-1.5"
      >
        {people.map((person, index) => (
          <li
            key={person.id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-lg px-2.5 wrap-anywhere hover:bg-ground-700/60 aria-selected:bg-ground-700 aria-selected:text-accent-strong"
            // The box keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(person)}
          >
            <MemberAvatar name={person.name} picture={person.picture} className="h-8 shrink-0" />
            <bdi>{person.name}</bdi>
          </li>
        ))}
      </ul>
      <output className="sr-only">{COMPOSER.found(people.length)}</output>
    </>
  );
};
