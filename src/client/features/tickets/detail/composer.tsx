import { Check, Pencil, SendHorizontal, Type } from "lucide-react";
import {
  type ChangeEvent,
  type FormEvent,
  type KeyboardEvent,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { AttachmentButtons, AttachmentTray } from "#client/components/attachments/tray.tsx";
import { useAttachments } from "#client/components/attachments/use-attachments.ts";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Textarea } from "#client/components/ui/field.tsx";
import { draftNameOf } from "#client/features/tickets/merging/merging.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { cn } from "#client/lib/cn.ts";
import { keepDraft, readDraft } from "#client/lib/drafts.ts";
import { trpc } from "#client/lib/trpc.ts";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { MENTIONS_MAX } from "#shared/constants/desk.ts";
import { numberText } from "#shared/rules/format.ts";
import { isSeen } from "#shared/rules/lines.ts";
import type { Message, ThreadPerson } from "#shared/schemas/tickets.ts";
import { COMPOSER, MESSAGE_CHANGES } from "#shared/thread-messages.ts";
import { THREAD_SCREEN } from "#shared/ticket-messages.ts";
import { MentionList, useTyping, withQuote } from "./composer-parts.tsx";
import type { Written } from "./outbox.ts";

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
const useMentions = (ticketId: number, text: string) => {
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

/** The count is shown once so little room is left. */
const COUNTED_FROM = LENGTHS.message - 400;

/** As the server keeps it; lines that show nothing before and after are left out. */
const cleaned = (text: string) => {
  const kept = text.normalize("NFC").trimEnd();
  const indent = kept.length - kept.trimStart().length;
  return kept.slice(kept.lastIndexOf("\n", indent) + 1);
};

/** A finger has no Shift: there Enter makes a line, and the button sends. */
export const entersLines = () => matchMedia("(pointer: coarse)").matches;

/** What the rest of the thread can do with the box. */
export type ComposerHandle = {
  /** Puts a quote at the end of what is written, and the caret behind it. */
  quote: (markdown: string) => void;
};

type ComposerProps = {
  ticketId: number;
  userId: string;
  /** One's own message that is being edited; null while a new one is written. */
  edited: Message | null;
  /** Whether one goes on writing at once. */
  startsFocused: boolean;
  handle: Ref<ComposerHandle>;
  onSend: (written: Written) => void;
  /** Told when an edit is over, with the message as it is then; null where it was given up. */
  onEdited: (message: Message | null) => void;
};

/** Saves what becomes of a message that is edited. */
const useEdit = (edited: Message | null, onEdited: ComposerProps["onEdited"]) => {
  const [error, setError] = useState<string | null>(null);
  const edit = trpc.messages.edit.useMutation({
    onSuccess: onEdited,
    onError: (failure) => setError(messageOf(failure) ?? MESSAGE_CHANGES.editFailed),
  });
  const save = ({ content, mentions }: Written) => {
    if (edited === null) return;
    setError(null);
    if (content === edited.content) onEdited(null);
    else edit.mutate({ id: edited.id, content, mentions: [...mentions] });
  };
  return { error, isSaving: edit.isPending, save };
};

/** Where a message is written, or edited. What is not sent yet outlives a reload. */
export const Composer = ({
  ticketId,
  userId,
  edited,
  startsFocused,
  handle,
  onSend,
  onEdited,
}: ComposerProps) => {
  const draftName = draftNameOf(ticketId);
  const [text, setText] = useState(() => edited?.content ?? readDraft(userId, draftName) ?? "");
  const [showsMarks, setShowsMarks] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const mentions = useMentions(ticketId, text);
  const tellTyping = useTyping(ticketId);
  const { error, isSaving, save } = useEdit(edited, onEdited);
  const { choices, active } = mentions;
  const { length } = cleaned(text);
  const isTooLong = length > LENGTHS.message;
  const files = useAttachments(userId, ticketId, `files-${ticketId}`);
  const isNew = edited === null;
  const saysSomething = isSeen(text) || (isNew && files.list.length > 0);
  const canSend = saysSomething && !isTooLong && !isSaving && !(isNew && files.isBusy);

  const change = (next: string) => {
    setText(next);
    if (edited === null) keepDraft(userId, draftName, next);
  };
  /** Writes something into the box, and goes on behind it. */
  const write = (next: string, caret: number) => {
    flushSync(() => change(next));
    field.current?.focus();
    field.current?.setSelectionRange(caret, caret);
  };
  useImperativeHandle(handle, () => ({
    quote: (markdown) => {
      const next = withQuote(text, markdown);
      write(next, next.length);
    },
  }));
  useEffect(() => {
    const box = field.current;
    if (!startsFocused || box === null) return;
    box.focus({ preventScroll: true });
    box.setSelectionRange(box.value.length, box.value.length);
  }, [startsFocused]);

  const send = () => {
    if (!canSend) return;
    const content = cleaned(text);
    const attachments = files.list;
    const written = { content, mentions: mentions.namedIn(content), attachments };
    mentions.follow(null);
    if (edited !== null) {
      save(written);
      return;
    }
    onSend(written);
    files.clear();
    change("");
    field.current?.focus();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const choose = (person: ThreadPerson) => {
    const next = mentions.chosen(person);
    mentions.follow(null);
    write(next.text, next.caret);
  };
  /** @returns whether the key was for the list of people. */
  const moveInList = ({ key, shiftKey }: KeyboardEvent): boolean => {
    const person = choices[active];
    if (person === undefined) return false;
    if (key === "ArrowDown" || key === "ArrowUp") mentions.move(key === "ArrowDown" ? 1 : -1);
    else if ((key === "Enter" || key === "Tab") && !shiftKey) choose(person);
    else if (key === "Escape") mentions.follow(null);
    else return false;
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter may belong to whatever helps to write, such as the choice of a Japanese word.
    if (event.nativeEvent.isComposing) return;
    if (moveInList(event)) {
      event.preventDefault();
      return;
    }
    if (event.key === "Escape" && edited !== null) onEdited(null);
    if (event.key !== "Enter" || event.shiftKey || entersLines()) return;
    event.preventDefault();
    send();
  };
  const onChange = ({ target }: ChangeEvent<HTMLTextAreaElement>) => {
    change(target.value);
    mentions.follow(target.selectionStart);
    if (edited === null && isSeen(target.value)) tellTyping();
  };

  return (
    <form
      onSubmit={onSubmit}
      aria-label={isNew ? THREAD_SCREEN.write : COMPOSER.editing}
      {...(isNew && files.handlers)}
    >
      {edited !== null && (
        <p className="mb-2 flex items-center justify-between gap-3 text-sm text-muted">
          <span className="flex items-center gap-2">
            <Pencil className="size-4 text-accent" aria-hidden />
            {COMPOSER.editing}
          </span>
          <Button variant="ghost" size="sm" onClick={() => onEdited(null)}>
            {COMPOSER.cancel}
          </Button>
        </p>
      )}
      {error !== null && <Alert className="mb-2">{error}</Alert>}
      {isNew && <AttachmentTray attachments={files} />}
      <div className="relative flex items-end gap-2.5 max-lg:items-start">
        {choices.length > 0 && (
          <MentionList id={`${id}-people`} people={choices} active={active} onChoose={choose} />
        )}
        <label htmlFor={id} className="sr-only">
          Message
        </label>
        <Textarea
          ref={field}
          id={id}
          isCompact
          rows={1}
          placeholder={THREAD_SCREEN.write}
          value={text}
          aria-invalid={isTooLong || undefined}
          aria-describedby={`${id}-hint`}
          aria-autocomplete="list"
          aria-controls={choices.length > 0 ? `${id}-people` : undefined}
          aria-activedescendant={choices.length > 0 ? `${id}-people-${active}` : undefined}
          onChange={onChange}
          onKeyDown={onKeyDown}
          onSelect={({ currentTarget: { selectionStart, selectionEnd } }) => {
            if (selectionStart !== selectionEnd) mentions.follow(null);
          }}
          onBlur={() => mentions.follow(null)}
        />
        <Button
          type="submit"
          disabled={!canSend}
          isBusy={isSaving}
          className="min-h-13"
          aria-label={edited === null ? "Send message" : COMPOSER.save}
        >
          {edited === null ? <SendHorizontal aria-hidden /> : <Check aria-hidden />}
          <span className="max-sm:hidden">{edited === null ? "Send" : COMPOSER.save}</span>
        </Button>
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-x-4 px-1 text-sm text-faint">
        {isNew && <AttachmentButtons attachments={files} />}
        <div id={`${id}-hint`} className="contents">
          <span className="pointer-coarse:hidden">
            {isNew ? THREAD_SCREEN.keysHint : COMPOSER.keysHint}
          </span>
          {length > COUNTED_FROM && (
            <span className={cn("tabular-nums", isTooLong && "font-semibold text-ember")}>
              {numberText(length)} / {numberText(LENGTHS.message)}
            </span>
          )}
        </div>
        <button
          type="button"
          aria-expanded={showsMarks}
          aria-controls={`${id}-marks`}
          className="ml-auto flex min-h-6 cursor-pointer items-center gap-1.5 rounded-sm hover:text-ink pointer-coarse:min-h-11"
          onClick={() => setShowsMarks(!showsMarks)}
        >
          <Type className="size-4" aria-hidden />
          {COMPOSER.formatting}
        </button>
      </div>
      <ul
        id={`${id}-marks`}
        hidden={!showsMarks}
        className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 px-1 text-sm text-faint"
      >
        {COMPOSER.marks.map(([mark, meaning]) => (
          <li key={meaning}>
            <code className="rounded-md border border-ground-600 bg-ground-950/70 px-1.5 font-mono text-[0.9em] text-muted">
              {mark}
            </code>{" "}
            {meaning}
          </li>
        ))}
      </ul>
    </form>
  );
};

/**
 * For a button of the thread that goes away when it is pressed: one goes on writing. Not with a finger,
 * where the keyboard would come up.
 */
export const focusComposer = (button: HTMLElement) => {
  if (!matchMedia("(pointer: coarse)").matches)
    button.closest("section")?.querySelector("textarea")?.focus({ preventScroll: true });
};
