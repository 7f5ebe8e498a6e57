import { Lock, Pencil, Trash2 } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useEffect, useId, useMemo, useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { MemberAvatar, TimeAgo } from "#client/components/marks.tsx";
import { RichText } from "#client/components/rich-text-view.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Textarea } from "#client/components/ui/field.tsx";
import { calledName } from "#client/features/tickets/detail/message-line.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { useLive } from "#client/lib/feed/live.ts";
import { takeFocus } from "#client/lib/form.ts";
import { exactTime, useNow } from "#client/lib/time.ts";
import { trpc } from "#client/lib/trpc.ts";
import { NOTE_CHANGE_MS, NOTE_MAX } from "#shared/constants/desk.ts";
import { PAGE_SIZE_MAX } from "#shared/constants/lists.ts";
import { MESSAGE_POLL_MS } from "#shared/constants/time.ts";
import { NOTE_SCREEN, NOTES } from "#shared/desk-messages.ts";
import { isSeen } from "#shared/rules/lines.ts";
import type { TicketNote } from "#shared/schemas/desk.ts";

const NONE: readonly TicketNote[] = [];

/**
 * The notes on a ticket, oldest first, as far back as the thread is shown.
 * @param isTeam false: nobody else asks for them.
 * @param since the time from which on the thread is shown; empty for all of it.
 */
export const useNotes = (ticketId: number, isTeam: boolean, since: string) => {
  const isLive = useLive(isTeam);
  const notes = trpc.notes.list.useInfiniteQuery(
    { id: ticketId, limit: PAGE_SIZE_MAX },
    {
      enabled: isTeam,
      getNextPageParam: ({ nextCursor }) => nextCursor,
      refetchInterval: isLive ? false : MESSAGE_POLL_MS,
    },
  );
  const { data, hasNextPage, isFetchingNextPage, isError, fetchNextPage, refetch } = notes;
  const loaded = useMemo(
    () => data?.pages.toReversed().flatMap(({ items }) => items) ?? NONE,
    [data],
  );
  const [oldest] = loaded;
  const isShort = hasNextPage && oldest !== undefined && oldest.createdAt > since;
  useEffect(() => {
    if (isShort && !isFetchingNextPage && !isError) void fetchNextPage();
  }, [isShort, isFetchingNextPage, isError, fetchNextPage]);
  return {
    notes: isTeam ? loaded : NONE,
    hasFailed: isTeam && isError && data === undefined,
    retry: () => void refetch(),
  };
};

type EditProps = { note: TicketNote; onDone: () => void };

/** A note while its author changes it. */
const NoteEdit = ({ note, onDone }: EditProps) => {
  const { notes } = trpc.useUtils();
  const id = useId();
  const [text, setText] = useState(note.content);
  const edit = trpc.notes.edit.useMutation({
    onSuccess: async () => {
      await notes.list.invalidate({ id: note.ticketId });
      onDone();
    },
  });
  const canSave = isSeen(text) && text.length <= NOTE_MAX;
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!canSave || edit.isPending) return;
    if (text === note.content) onDone();
    else edit.mutate({ noteId: note.id, content: text });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    onDone();
  };
  return (
    <form onSubmit={save} className="mt-1 space-y-2">
      <label htmlFor={id} className="sr-only">
        {NOTE_SCREEN.edit}
      </label>
      <Textarea
        id={id}
        isCompact
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- Whoever pressed Edit goes on here.
        autoFocus
        maxLength={NOTE_MAX}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
      />
      {edit.isError && <Alert>{messageOf(edit.error) ?? NOTE_SCREEN.failed}</Alert>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" size="sm" onClick={onDone}>
          {NOTE_SCREEN.cancel}
        </Button>
        <Button type="submit" size="sm" disabled={!canSave} isBusy={edit.isPending}>
          {NOTE_SCREEN.saveEdit}
        </Button>
      </div>
    </form>
  );
};

type NoteActsProps = {
  note: TicketNote;
  /** Whether they come in the place of what had the focus. */
  takesFocus: boolean;
  onEdit: () => void;
};

/** What its author can do with a note while they can. */
const NoteActs = ({ note, takesFocus, onEdit }: NoteActsProps) => {
  const { notes } = trpc.useUtils();
  const [isAsking, setIsAsking] = useState(false);
  const remove = trpc.notes.remove.useMutation({
    onSuccess: async () => {
      setIsAsking(false);
      await notes.list.invalidate({ id: note.ticketId });
    },
  });
  return (
    <span className="-my-1.5 ml-auto flex">
      <Button
        ref={takesFocus ? takeFocus : undefined}
        variant="ghost"
        size="icon"
        className="size-8 max-md:size-11"
        aria-label={NOTE_SCREEN.edit}
        title={NOTE_SCREEN.edit}
        onClick={onEdit}
      >
        <Pencil aria-hidden />
      </Button>
      <Button
        variant="ghost"
        size="icon"
        className="size-8 max-md:size-11"
        aria-label={NOTE_SCREEN.remove}
        title={NOTE_SCREEN.remove}
        onClick={() => setIsAsking(true)}
      >
        <Trash2 aria-hidden />
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={NOTE_SCREEN.removeTitle}
        text={NOTE_SCREEN.removeText}
        action={NOTE_SCREEN.remove}
        isBusy={remove.isPending}
        error={remove.isError ? (messageOf(remove.error) ?? NOTES.tooLate) : null}
        onConfirm={() => remove.mutate({ noteId: note.id })}
        onClose={() => setIsAsking(false)}
      />
    </span>
  );
};

/** A note of the team in the thread: its colour and its words say that nobody else sees it. */
export const NoteLine = ({ note, userId }: { note: TicketNote; userId: string }) => {
  const { content, createdAt, editedAt, author, discordUserName, discordImgUrl } = note;
  const [isEditing, setIsEditing] = useState(false);
  const [wasEdited, setWasEdited] = useState(false);
  const nowMs = useNow();
  const name = calledName(discordUserName, author);
  const isChangeable =
    author.id === userId && nowMs !== null && nowMs - Date.parse(createdAt) < NOTE_CHANGE_MS;
  return (
    <li data-note={note.id} className="mt-5">
      <div className="rounded-2xl border border-dashed border-laurel/60 bg-laurel/8 px-3.5 py-2.5 sm:px-4">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm text-faint">
          <MemberAvatar name={name} picture={discordImgUrl} className="w-6 shrink-0" />
          <bdi className="font-semibold wrap-anywhere text-ink">{name}</bdi>
          <span className="inline-flex items-center gap-1.5 rounded-full bg-laurel/15 px-2.5 py-0.5 text-xs font-semibold text-laurel">
            <Lock className="size-3" aria-hidden />
            {NOTE_SCREEN.label}
          </span>
          <span title={exactTime(new Date(createdAt))}>
            <TimeAgo at={createdAt} />
            {editedAt !== null && <> · {NOTE_SCREEN.edited}</>}
          </span>
          {isChangeable && !isEditing && (
            <NoteActs note={note} takesFocus={wasEdited} onEdit={() => setIsEditing(true)} />
          )}
        </div>
        {isEditing ? (
          <NoteEdit
            note={note}
            onDone={() => {
              setWasEdited(true);
              setIsEditing(false);
            }}
          />
        ) : (
          <div className="mt-1.5">
            <RichText text={content} />
          </div>
        )}
      </div>
    </li>
  );
};
