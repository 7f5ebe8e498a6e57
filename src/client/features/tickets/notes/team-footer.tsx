import { BookText, Lock, MessageSquare } from "lucide-react";
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { Button } from "#client/components/ui/button.tsx";
import { insertText } from "#client/features/tickets/replies/insert.ts";
import { ReplyPicker } from "#client/features/tickets/replies/picker.tsx";
import { useFilled } from "#client/features/tickets/replies/use-replies.ts";
import { cn } from "#client/lib/cn.ts";
import { NOTE_SCREEN } from "#shared/note-messages.ts";
import { SAVED_REPLY_SCREEN } from "#shared/saved-reply-messages.ts";
import type { CurrentUser } from "#shared/schemas/accounts.ts";
import type { Ticket } from "#shared/schemas/tickets.ts";
import { NoteBox } from "./box.tsx";

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
