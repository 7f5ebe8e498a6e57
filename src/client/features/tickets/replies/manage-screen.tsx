import { Lock, Pencil, Plus, Trash2, Users } from "lucide-react";
import { useRef, useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { ScreenHeading } from "#client/components/list-screen.tsx";
import { EmptyPanel, LoadFailed } from "#client/components/load-states.tsx";
import { Permitted } from "#client/components/permitted.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Dialog, DialogContent } from "#client/components/ui/dialog.tsx";
import { Input } from "#client/components/ui/field.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { toast } from "#client/lib/toast.ts";
import { trpc } from "#client/lib/trpc.ts";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { SAVED_REPLY_SCREEN } from "#shared/saved-reply-messages.ts";
import type { SavedReply } from "#shared/schemas/saved-replies.ts";
import { TITLES } from "#shared/title-messages.ts";
import { ReplyForm } from "./form.tsx";
import { matching, useReplies } from "./use-replies.ts";

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
