import { BookText, Lock, MessageSquare } from "lucide-react";
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from "react";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Textarea } from "#client/components/ui/field.tsx";
import {
  insertText,
  ReplyPicker,
  useFilled,
} from "#client/features/tickets/detail/composer-parts.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { cn } from "#client/lib/cn.ts";
import { keepDraft, readDraft } from "#client/lib/drafts.ts";
import { newOnceKey } from "#client/lib/form.ts";
import { trpc } from "#client/lib/trpc.ts";
import { NOTE_MAX } from "#shared/constants/desk.ts";
import { NOTE_SCREEN, SAVED_REPLY_SCREEN } from "#shared/desk-messages.ts";
import { numberText } from "#shared/rules/format.ts";
import { isSeen } from "#shared/rules/lines.ts";
import type { CurrentUser } from "#shared/schemas/accounts.ts";
import type { Ticket } from "#shared/schemas/tickets.ts";

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
const NoteBox = ({ ticketId, userId, onSaved }: NoteBoxProps) => {
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

type Mode = "reply" | "note";

const MODES = [
  { mode: "reply", label: NOTE_SCREEN.reply, icon: MessageSquare },
  { mode: "note", label: NOTE_SCREEN.label, icon: Lock },
] as const;

/** A note has its own colour. */
const CHOSEN: Record<Mode, string> = {
  reply: "bg-ground-700 text-ink",
  note: "bg-laurel/15 text-laurel",
};

type TeamFooterProps = {
  ticket: Ticket;
  user: CurrentUser;
  /** Whether a note is written, and no message. */
  isNote: boolean;
  onNote: (isNote: boolean) => void;
  onNoteSaved: () => void;
  /** Where a message is written, or why none can be. */
  children: ReactNode;
};

/** What stands at the end of a thread; for the team there is more. */
export const TeamFooter = ({ isTeam, children, ...props }: TeamFooterProps & { isTeam: boolean }) =>
  isTeam ? <Switch {...props}>{children}</Switch> : children;

/**
 * What the team has at the end of a thread: it writes to everyone on the ticket or, after a switch, to the
 * team alone, in another box of another colour; and it takes saved replies. It stays with what was switched
 * to, so that a second note is no message by mistake.
 */
const Switch = ({ ticket, user, isNote, onNote, onNoteSaved, children }: TeamFooterProps) => {
  const frame = useRef<HTMLDivElement>(null);
  const [isPicking, setIsPicking] = useState(false);
  const fill = useFilled(ticket, user);
  const mode: Mode = isNote ? "note" : "reply";
  const box = () => frame.current?.querySelector("textarea") ?? null;
  const change = (next: Mode) => {
    onNote(next === "note");
    if (next === "reply") requestAnimationFrame(() => box()?.focus({ preventScroll: true }));
  };
  const onShortcut = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
    if (key.toLowerCase() !== "j" || !(ctrlKey || metaKey) || shiftKey || altKey) return;
    event.preventDefault();
    change(isNote ? "reply" : "note");
  });
  useEffect(() => {
    const listener = (event: globalThis.KeyboardEvent) => onShortcut(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target } = event;
    const isEmptyBox = target instanceof HTMLTextAreaElement && target.value === "";
    if (isNote || key !== "/" || !isEmptyBox) return;
    event.preventDefault();
    setIsPicking(true);
  };
  return (
    <div ref={frame} onKeyDownCapture={onKeyDown}>
      <div className="mb-2.5 flex flex-wrap items-center gap-x-3 gap-y-2">
        <fieldset
          aria-label={NOTE_SCREEN.modes}
          className="flex rounded-lg border border-ground-600 bg-ground-950/50 p-0.5"
        >
          {MODES.map(({ mode: one, label, icon: Icon }) => (
            <button
              key={one}
              type="button"
              aria-pressed={mode === one}
              title={NOTE_SCREEN.modeHint}
              className={cn(
                "flex min-h-8 cursor-pointer items-center gap-1.5 rounded-md px-3 text-sm font-semibold transition-colors max-md:min-h-11",
                mode === one ? CHOSEN[one] : "text-muted hover:text-ink",
              )}
              onClick={() => change(one)}
            >
              <Icon className="size-4" aria-hidden />
              {label}
            </button>
          ))}
        </fieldset>
        {!isNote && ticket.status === "Open" && (
          <Button
            data-saved-replies
            variant="ghost"
            size="sm"
            className="ml-auto max-md:h-11"
            title={SAVED_REPLY_SCREEN.openHint}
            onClick={() => setIsPicking(true)}
          >
            <BookText aria-hidden />
            {SAVED_REPLY_SCREEN.open}
            <kbd className="rounded-md border border-ground-600 px-1.5 font-mono text-xs text-faint pointer-coarse:hidden">
              /
            </kbd>
          </Button>
        )}
      </div>
      {/* Hidden and not gone: what is typed there stays as it is. */}
      <div hidden={isNote}>{children}</div>
      {isNote && <NoteBox ticketId={ticket.id} userId={user.id} onSaved={onNoteSaved} />}
      <ReplyPicker
        isOpen={isPicking}
        fill={fill}
        onClose={() => setIsPicking(false)}
        onChoose={(text) => {
          const field = box();
          if (field !== null) insertText(field, text);
        }}
      />
    </div>
  );
};
