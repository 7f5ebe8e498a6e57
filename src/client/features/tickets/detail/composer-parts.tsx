import { Link } from "@tanstack/react-router";
import { Lock, Settings2 } from "lucide-react";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import { MemberAvatar } from "#client/components/marks.tsx";
import { LoadFailed } from "#client/components/panels.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Combobox } from "#client/components/ui/combobox.tsx";
import { Dialog, DialogContent, DialogTitle } from "#client/components/ui/dialog.tsx";
import { useFeedEvent } from "#client/lib/feed/live.ts";
import { inBackground } from "#client/lib/session/cause.ts";
import { useSite } from "#client/lib/site.ts";
import { trpc } from "#client/lib/trpc.ts";
/* oxlint-disable jsx-a11y/click-events-have-key-events, jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role -- the box beside the list has focus and keys */
import { LENGTHS } from "#shared/constants/accounts.ts";
import { TYPING_EVERY_MS, TYPING_SHOWN_MS } from "#shared/constants/desk.ts";
import { shownValue } from "#shared/constants/tickets.ts";
import { SAVED_REPLY_SCREEN } from "#shared/desk-messages.ts";
import { fillReply } from "#shared/rules/written-text.ts";
import type { CurrentUser } from "#shared/schemas/accounts.ts";
import type { SavedReply } from "#shared/schemas/desk.ts";
import type { ThreadPerson, Ticket } from "#shared/schemas/tickets.ts";
import { COMPOSER } from "#shared/thread-messages.ts";

/**
 * Puts a text into a box as if it were typed where the caret is, so that whatever watches the box hears of
 * it; the caret comes to stand behind it.
 */
export const insertText = (box: HTMLTextAreaElement, text: string): void => {
  box.focus({ preventScroll: true });
  const { selectionStart, selectionEnd } = box;
  box.setRangeText(text, selectionStart, selectionEnd, "end");
  box.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText" }));
  box.scrollTop = box.scrollHeight;
};

const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Those that contain every word, in title or text; where a title does it comes first. */
export const matching = (replies: readonly SavedReply[], search: string): SavedReply[] => {
  const words = wordsOf(search);
  const has = (text: string) => {
    const lower = text.toLowerCase();
    return words.every((word) => lower.includes(word));
  };
  const found = replies.filter(({ title, text }) => has(`${title} ${text}`));
  return [...found.filter(({ title }) => has(title)), ...found.filter(({ title }) => !has(title))];
};

/** Fills the placeholders of a reply with what they stand for on a ticket. */
export const useFilled = (ticket: Ticket, user: CurrentUser) => {
  const { tickets, brand } = useSite();
  return useMemo(() => {
    const creator = ticket.assignedUsers.find(({ id }) => id === ticket.createdBy);
    const values = {
      name: creator?.firstName ?? "",
      ticket: `#${ticket.id}`,
      subject: ticket.subject,
      category: shownValue(tickets, "category", ticket.category),
      game: shownValue(tickets, "game", ticket.game),
      server: ticket.server,
      helper: user.firstName,
      community: brand.name,
    };
    return (text: string) => fillReply(text, values);
  }, [ticket, user.firstName, tickets, brand.name]);
};

/** The replies that one may use, once they are wanted. */
export const useReplies = (isWanted: boolean) =>
  trpc.savedReplies.list.useQuery(undefined, { enabled: isWanted });

type ReplyPickerProps = {
  isOpen: boolean;
  /** Fills in what the placeholders of a text stand for. */
  fill: (text: string) => string;
  onClose: () => void;
  /** Told what was chosen, filled in, once the focus may go elsewhere. */
  onChoose: (text: string) => void;
};

/** Chooses a saved reply by the keyboard: one types, moves with arrows, and Enter takes it. */
export const ReplyPicker = ({ isOpen, fill, onClose, onChoose }: ReplyPickerProps) => {
  const id = useId();
  const { savedReplies } = trpc.useUtils();
  const [search, setSearch] = useState("");
  const chosen = useRef<string | null>(null);
  const replies = useReplies(isOpen);
  const noteUse = trpc.savedReplies.noteUse.useMutation({
    // Now, and not when they are next asked for: their order must not change under Enter.
    onSettled: () => savedReplies.list.prefetch(undefined, { staleTime: 0 }),
  });
  const found = matching(replies.data ?? [], search);
  const choose = (reply: SavedReply) => {
    chosen.current = fill(reply.text);
    noteUse.mutate({ id: reply.id });
    onClose();
  };
  return (
    <Dialog open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        className="max-w-xl p-5 sm:p-6"
        aria-describedby={undefined}
        onCloseAutoFocus={(event) => {
          setSearch("");
          const text = chosen.current;
          chosen.current = null;
          if (text === null) return;
          event.preventDefault();
          onChoose(text);
        }}
      >
        <DialogTitle className="headline pr-12 text-3xl">{SAVED_REPLY_SCREEN.choose}</DialogTitle>
        <label htmlFor={id} className="sr-only">
          {SAVED_REPLY_SCREEN.search}
        </label>
        <div className="mt-4">
          <Combobox
            id={id}
            items={found}
            itemKey={(reply) => String(reply.id)}
            listLabel={SAVED_REPLY_SCREEN.list}
            text={search}
            onText={setSearch}
            isBehind={false}
            isBusy={replies.isPending}
            look="inline"
            onChoose={choose}
            input={{
              placeholder: SAVED_REPLY_SCREEN.search,
              maxLength: LENGTHS.search,
              autoComplete: "off",
            }}
            placeholder={
              <div className="grid h-full place-items-center p-5 text-center text-muted">
                {replies.isError ? (
                  <LoadFailed
                    message={SAVED_REPLY_SCREEN.loadFailed}
                    isRetrying={replies.isFetching}
                    onRetry={() => void replies.refetch()}
                  />
                ) : (
                  replies.isSuccess &&
                  (replies.data.length === 0 ? SAVED_REPLY_SCREEN.none : SAVED_REPLY_SCREEN.noMatch)
                )}
              </div>
            }
          >
            {({ title, text, isShared }) => (
              <span className="min-w-0 flex-1 py-2">
                <span className="flex items-center gap-2 font-semibold">
                  <span className="truncate">{title}</span>
                  {!isShared && (
                    <span className="inline-flex shrink-0 items-center gap-1 text-xs font-medium text-faint">
                      <Lock className="size-3" aria-hidden />
                      {SAVED_REPLY_SCREEN.private}
                    </span>
                  )}
                </span>
                <span className="line-clamp-2 text-sm text-muted">{fill(text)}</span>
              </span>
            )}
          </Combobox>
        </div>
        <div className="mt-4 flex justify-end">
          <Button asChild variant="ghost" size="sm">
            <Link to="/member/tickets/saved-replies">
              <Settings2 aria-hidden />
              {SAVED_REPLY_SCREEN.manage}
            </Link>
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  );
};

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
