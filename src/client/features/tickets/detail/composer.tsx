import { SendHorizontal } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from "react";
import { Button } from "#client/components/ui/button.tsx";
import { Textarea } from "#client/components/ui/field.tsx";
import { cn } from "#client/lib/cn.ts";
import { keepDraft, readDraft } from "#client/lib/drafts.ts";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { numberText } from "#shared/rules/format.ts";
import { isSeen } from "#shared/schemas/text.ts";
import { THREAD_SCREEN } from "#shared/ticket-messages.ts";

/** The count is shown once so little room is left. */
const COUNTED_FROM = LENGTHS.message - 400;

/** As the server keeps it; lines that show nothing before and after are left out. */
const cleaned = (text: string) => {
  const kept = text.normalize("NFC").trimEnd();
  const indent = kept.length - kept.trimStart().length;
  return kept.slice(kept.lastIndexOf("\n", indent) + 1);
};

/** A finger has no Shift: there Enter makes a line, and the button sends. */
const entersLines = () => matchMedia("(pointer: coarse)").matches;

type ComposerProps = {
  ticketId: number;
  userId: string;
  onSend: (content: string) => void;
};

/** Where a message is written. What is not sent yet outlives a reload. */
export const Composer = ({ ticketId, userId, onSend }: ComposerProps) => {
  const draftName = `message-${ticketId}`;
  const [text, setText] = useState(() => readDraft(userId, draftName) ?? "");
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const { length } = cleaned(text);
  const isTooLong = length > LENGTHS.message;
  const canSend = isSeen(text) && !isTooLong;

  const change = (next: string) => {
    setText(next);
    keepDraft(userId, draftName, next);
  };
  const send = () => {
    if (!canSend) return;
    onSend(cleaned(text));
    change("");
    field.current?.focus();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter may belong to whatever helps to write, such as the choice of a Japanese word.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    if (entersLines()) return;
    event.preventDefault();
    send();
  };

  return (
    <form onSubmit={onSubmit} aria-label={THREAD_SCREEN.write}>
      <div className="flex items-end gap-2.5 max-lg:items-start">
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
          onChange={(event) => change(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Button type="submit" disabled={!canSend} className="min-h-13" aria-label="Send message">
          <SendHorizontal aria-hidden />
          <span className="max-sm:hidden">Send</span>
        </Button>
      </div>
      <div
        id={`${id}-hint`}
        className="flex justify-between gap-4 px-1 text-sm text-faint not-empty:mt-1.5"
      >
        <span className="pointer-coarse:hidden">{THREAD_SCREEN.keysHint}</span>
        {length > COUNTED_FROM && (
          <span className={cn("ml-auto tabular-nums", isTooLong && "font-semibold text-ember")}>
            {numberText(length)} / {numberText(LENGTHS.message)}
          </span>
        )}
      </div>
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
