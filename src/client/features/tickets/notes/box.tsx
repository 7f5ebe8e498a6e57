import { Lock } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from "react";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Textarea } from "#client/components/ui/field.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { keepDraft, readDraft } from "#client/lib/drafts.ts";
import { newOnceKey } from "#client/lib/once-key.ts";
import { trpc } from "#client/lib/trpc.ts";
import { NOTE_MAX } from "#shared/constants/notes.ts";
import { NOTE_SCREEN } from "#shared/note-messages.ts";
import { numberText } from "#shared/rules/format.ts";
import { isSeen } from "#shared/rules/lines.ts";

/** The count is shown once so little room is left. */
const COUNTED_FROM = NOTE_MAX - 400;

type NoteBoxProps = {
  ticketId: number;
  userId: string;
  /** Told when a note is saved. */
  onSaved: () => void;
};

/**
 * Where a note is written, in the place of the box for messages and never the same one: what is typed here
 * is sent by no other button. What is not saved yet outlives a reload.
 */
export const NoteBox = ({ ticketId, userId, onSaved }: NoteBoxProps) => {
  const { notes } = trpc.useUtils();
  const draftName = `note-${ticketId}`;
  const [text, setText] = useState(() => readDraft(userId, draftName) ?? "");
  const onceKey = useRef(newOnceKey());
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const change = (next: string) => {
    setText(next);
    keepDraft(userId, draftName, next);
  };
  const add = trpc.notes.add.useMutation({
    onSuccess: async () => {
      onceKey.current = newOnceKey();
      change("");
      field.current?.focus({ preventScroll: true });
      onSaved();
      await notes.list.invalidate({ id: ticketId });
    },
  });
  const canSave = isSeen(text) && text.length <= NOTE_MAX;
  const save = () => {
    if (!canSave || add.isPending) return;
    add.mutate({ id: ticketId, content: text.trimEnd(), idempotencyKey: onceKey.current });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    if (matchMedia("(pointer: coarse)").matches) return;
    event.preventDefault();
    save();
  };
  return (
    <form
      onSubmit={onSubmit}
      aria-label={NOTE_SCREEN.write}
      className="rounded-xl border border-dashed border-laurel/60 bg-laurel/8 p-2.5"
    >
      <p
        id={`${id}-who`}
        className="mb-2 flex items-center gap-2 px-1 text-sm font-semibold text-laurel"
      >
        <Lock className="size-4 shrink-0" aria-hidden />
        {NOTE_SCREEN.onlyTeam}
      </p>
      {add.isError && <Alert className="mb-2">{messageOf(add.error) ?? NOTE_SCREEN.failed}</Alert>}
      <div className="flex items-end gap-2.5 max-lg:items-start">
        <label htmlFor={id} className="sr-only">
          {NOTE_SCREEN.label}
        </label>
        <Textarea
          ref={field}
          id={id}
          isCompact
          rows={1}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- Whoever switched over goes on here.
          autoFocus
          placeholder={NOTE_SCREEN.write}
          value={text}
          readOnly={add.isPending}
          aria-invalid={text.length > NOTE_MAX || undefined}
          aria-describedby={`${id}-who`}
          onChange={({ target }) => change(target.value)}
          onKeyDown={onKeyDown}
        />
        <Button
          type="submit"
          disabled={!canSave}
          isBusy={add.isPending}
          variant="note"
          className="min-h-13"
        >
          <Lock aria-hidden />
          <span className="max-sm:sr-only">{NOTE_SCREEN.save}</span>
        </Button>
      </div>
      {text.length > COUNTED_FROM && (
        <p className="mt-1.5 px-1 text-right text-sm text-faint tabular-nums">
          {numberText(text.length)} / {numberText(NOTE_MAX)}
        </p>
      )}
    </form>
  );
};
