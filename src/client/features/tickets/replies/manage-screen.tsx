import { Lock, Pencil, Plus, Trash2, Users } from "lucide-react";
import { useRef, useState } from "react";
import { z } from "zod/mini";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { ScreenHeading } from "#client/components/list-screen.tsx";
import { EmptyPanel, LoadFailed } from "#client/components/panels.tsx";
import { Permitted } from "#client/components/permitted.tsx";
import { Alert, Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Dialog, DialogClose, DialogContent, DialogTitle } from "#client/components/ui/dialog.tsx";
import { Checkbox, Field, Input, Label, Textarea } from "#client/components/ui/field.tsx";
import {
  insertText,
  matching,
  useReplies,
} from "#client/features/tickets/detail/composer-parts.tsx";
import { messageOf, refusalProblem } from "#client/lib/api-error.ts";
import { newOnceKey, textThat, useForm } from "#client/lib/form.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { LENGTHS } from "#shared/constants/accounts.ts";
import {
  REPLY_PLACEHOLDER_NAMES,
  REPLY_PLACEHOLDERS,
  REPLY_TEXT_MAX,
  REPLY_TITLE_MAX,
} from "#shared/constants/desk.ts";
import { SAVED_REPLIES, SAVED_REPLY_SCREEN } from "#shared/desk-messages.ts";
import { TITLES } from "#shared/messages.ts";
import { isSeen } from "#shared/rules/lines.ts";
import { unknownPlaceholder } from "#shared/rules/written-text.ts";
import type { SavedReply } from "#shared/schemas/desk.ts";

const problemOf = (text: string): string | null => {
  if (!isSeen(text)) return SAVED_REPLY_SCREEN.textMissing;
  const unknown = unknownPlaceholder(text);
  return unknown === null
    ? null
    : `The text ${SAVED_REPLIES.unknownPlaceholder(unknown, REPLY_PLACEHOLDER_NAMES)}.`;
};

const replyForm = z.object({
  title: textThat((title) => (isSeen(title) ? null : SAVED_REPLY_SCREEN.nameMissing)),
  text: textThat(problemOf),
  isShared: z.boolean(),
});

type ReplyFormProps = {
  /** Null for a new one. */
  reply: SavedReply | null;
  onDone: () => void;
};

/** Writes a reply to keep, or changes one. */
const ReplyForm = ({ reply, onDone }: ReplyFormProps) => {
  const { savedReplies } = trpc.useUtils();
  const [idempotencyKey] = useState(newOnceKey);
  const frame = useRef<HTMLFormElement>(null);
  const form = useForm({
    schema: replyForm,
    initial: reply ?? { title: "", text: "", isShared: true },
  });
  const wasShared = reply?.isShared === true;
  const save = trpc.savedReplies.save.useMutation({
    onSuccess: () => {
      toast("success", SAVED_REPLY_SCREEN.saved);
      void savedReplies.invalidate();
      onDone();
    },
    onError: (error) => form.refuse(error, refusalProblem(error, SAVED_REPLY_SCREEN.failed)),
  });
  const send = form.submit(({ title, text, isShared }) => {
    save.mutate({
      id: reply?.id ?? null,
      revision: reply?.revision ?? 0,
      title,
      text,
      isShared,
      ...(reply === null && { idempotencyKey }),
    });
  });
  const insert = (name: string) => {
    const box = frame.current?.querySelector("textarea");
    if (box != null) insertText(box, `{${name}}`);
  };
  return (
    <form ref={frame} onSubmit={send} noValidate className="flex min-h-0 flex-col">
      <DialogTitle className="headline p-6 pr-16 pb-4 text-4xl sm:px-8 sm:pt-8">
        {reply === null ? SAVED_REPLY_SCREEN.add : SAVED_REPLY_SCREEN.edit}
      </DialogTitle>
      <div className="grid gap-5 overflow-y-auto px-6 pt-1 pb-6 sm:px-8">
        <Field label={SAVED_REPLY_SCREEN.name} error={form.error("title")}>
          {(control) => (
            <Input
              {...control}
              {...form.field("title")}
              autoComplete="off"
              maxLength={REPLY_TITLE_MAX}
            />
          )}
        </Field>
        <Field label={SAVED_REPLY_SCREEN.text} error={form.error("text")}>
          {(control) => (
            <Textarea {...control} {...form.field("text")} maxLength={REPLY_TEXT_MAX} />
          )}
        </Field>
        <fieldset>
          <legend className="text-sm text-muted">{SAVED_REPLY_SCREEN.placeholders}</legend>
          <ul className="mt-2 flex flex-wrap gap-1.5">
            {REPLY_PLACEHOLDER_NAMES.map((name) => (
              <li key={name}>
                <button
                  type="button"
                  title={REPLY_PLACEHOLDERS[name]}
                  aria-label={SAVED_REPLY_SCREEN.insert(name, REPLY_PLACEHOLDERS[name])}
                  className="min-h-9 cursor-pointer rounded-md border border-ground-600 bg-ground-950/70 px-2.5 font-mono text-sm text-muted transition-colors hover:border-accent hover:text-accent-strong max-md:min-h-11"
                  onClick={() => insert(name)}
                >
                  {`{${name}}`}
                </button>
              </li>
            ))}
          </ul>
        </fieldset>
        {wasShared ? (
          <p className="text-sm text-muted">{SAVED_REPLY_SCREEN.staysShared}</p>
        ) : (
          <div className="flex items-start gap-3">
            <Checkbox
              id="reply-shared"
              aria-describedby="reply-shared-hint"
              checked={form.values.isShared}
              onCheckedChange={(checked) => form.set({ isShared: checked === true })}
            />
            <div>
              <Label htmlFor="reply-shared">{SAVED_REPLY_SCREEN.share}</Label>
              <p id="reply-shared-hint" className="text-sm text-muted">
                {SAVED_REPLY_SCREEN.shareHint}
              </p>
            </div>
          </div>
        )}
        {form.problem !== null && <Alert>{form.problem.sentence}</Alert>}
      </div>
      <div className="flex flex-wrap justify-end gap-3 border-t border-ground-700 p-4 sm:px-8">
        <DialogClose asChild>
          <Button variant="outline" disabled={save.isPending}>
            {SAVED_REPLY_SCREEN.cancel}
          </Button>
        </DialogClose>
        <Button type="submit" isBusy={save.isPending}>
          {SAVED_REPLY_SCREEN.save}
        </Button>
      </div>
    </form>
  );
};

const stay = (event: Event) => event.preventDefault();

type RowProps = { reply: SavedReply; onEdit: () => void; onRemove: () => void };

const Row = ({ reply: { title, text, isShared }, onEdit, onRemove }: RowProps) => {
  const Icon = isShared ? Users : Lock;
  return (
    <li className="flex min-h-16 items-start gap-3 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere text-ink">{title}</p>
        <p className="mt-0.5 line-clamp-2 text-sm wrap-anywhere text-muted">{text}</p>
        <p className="mt-1 flex items-center gap-1.5 text-xs text-faint">
          <Icon className="size-3.5" aria-hidden />
          {isShared ? SAVED_REPLY_SCREEN.shared : SAVED_REPLY_SCREEN.private}
        </p>
      </div>
      <Button
        variant="ghost"
        size="icon"
        className="max-md:size-11"
        aria-label={`${SAVED_REPLY_SCREEN.edit}: ${title}`}
        onClick={onEdit}
      >
        <Pencil aria-hidden />
      </Button>
      <Button
        variant="ghost"
        size="icon"
        className="max-md:size-11"
        aria-label={`${SAVED_REPLY_SCREEN.remove}: ${title}`}
        onClick={onRemove}
      >
        <Trash2 aria-hidden />
      </Button>
    </li>
  );
};

type ListProps = {
  found: readonly SavedReply[];
  onEdit: (reply: SavedReply) => void;
  onRemove: (reply: SavedReply) => void;
};

const List = ({ found, onEdit, onRemove }: ListProps) =>
  found.length === 0 ? (
    <p className="panel p-6 text-center text-muted">{SAVED_REPLY_SCREEN.noMatch}</p>
  ) : (
    <ul
      aria-label={SAVED_REPLY_SCREEN.list}
      className="panel divide-y divide-ground-700 overflow-hidden"
    >
      {found.map((reply) => (
        <Row
          key={reply.id}
          reply={reply}
          onEdit={() => onEdit(reply)}
          onRemove={() => onRemove(reply)}
        />
      ))}
    </ul>
  );

const Manage = () => {
  const { savedReplies } = trpc.useUtils();
  const heading = useRef<HTMLHeadingElement>(null);
  const [search, setSearch] = useState("");
  /** What the form is about; null for a new one. */
  const [edited, setEdited] = useState<SavedReply | null>(null);
  const [isEditing, setIsEditing] = useState(false);
  const [asked, setAsked] = useState<SavedReply | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const replies = useReplies(true);
  const remove = trpc.savedReplies.remove.useMutation({
    onSuccess: async (sentence) => {
      toast("success", sentence);
      await savedReplies.invalidate();
      setIsAsking(false);
      // The button that was pressed is gone.
      heading.current?.focus({ preventScroll: true });
    },
  });
  const edit = (reply: SavedReply | null) => {
    setEdited(reply);
    setIsEditing(true);
  };
  const ask = (reply: SavedReply) => {
    remove.reset();
    setAsked(reply);
    setIsAsking(true);
  };
  const add = (
    <Button size="sm" className="max-md:h-11" onClick={() => edit(null)}>
      <Plus aria-hidden />
      {SAVED_REPLY_SCREEN.add}
    </Button>
  );
  const { data } = replies;
  return (
    <>
      <ScreenHeading
        eyebrow={SAVED_REPLY_SCREEN.eyebrow}
        title={TITLES.savedReplies}
        ref={heading}
        actions={data?.length === 0 ? undefined : add}
      />
      <p className="mt-2 text-muted">{SAVED_REPLY_SCREEN.about}</p>
      <div className="mt-5 space-y-4">
        {data === undefined ? (
          replies.isError ? (
            <LoadFailed
              message={SAVED_REPLY_SCREEN.loadFailed}
              isRetrying={replies.isFetching}
              onRetry={() => void replies.refetch()}
            />
          ) : (
            [1, 2, 3].map((key) => <Skeleton key={key} className="h-20" />)
          )
        ) : data.length === 0 ? (
          <EmptyPanel title={SAVED_REPLY_SCREEN.none} text={SAVED_REPLY_SCREEN.emptyText}>
            {add}
          </EmptyPanel>
        ) : (
          <>
            <Input
              type="search"
              aria-label={SAVED_REPLY_SCREEN.search}
              placeholder={SAVED_REPLY_SCREEN.search}
              maxLength={LENGTHS.search}
              value={search}
              onChange={({ target }) => setSearch(target.value)}
            />
            <List found={matching(data, search)} onEdit={edit} onRemove={ask} />
          </>
        )}
      </div>
      <Dialog open={isEditing} onOpenChange={(open) => !open && setIsEditing(false)}>
        {/* A click beside it must not lose what was typed. */}
        <DialogContent onInteractOutside={stay} aria-describedby={undefined}>
          <ReplyForm reply={edited} onDone={() => setIsEditing(false)} />
        </DialogContent>
      </Dialog>
      {asked !== null && (
        <ConfirmDialog
          isOpen={isAsking}
          title={SAVED_REPLY_SCREEN.removeTitle}
          text={
            <>
              <p className="font-semibold wrap-anywhere text-ink">{asked.title}</p>
              <p>
                {asked.isShared ? SAVED_REPLY_SCREEN.removeShared : SAVED_REPLY_SCREEN.removeOwn}
              </p>
            </>
          }
          action={SAVED_REPLY_SCREEN.remove}
          isBusy={remove.isPending}
          error={remove.isError ? (messageOf(remove.error) ?? SAVED_REPLY_SCREEN.failed) : null}
          onConfirm={() => remove.mutate({ id: asked.id })}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
};

/** All replies that one may use, to add to, change and remove. */
export const SavedReplies = () => (
  <Permitted needed="tickets" title={TITLES.savedReplies}>
    <Manage />
  </Permitted>
);
