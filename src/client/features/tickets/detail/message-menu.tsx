import { Ellipsis, Pencil, Quote, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { Button } from "#client/components/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "#client/components/ui/dropdown-menu.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { useNow } from "#client/lib/time.ts";
import { trpc } from "#client/lib/trpc.ts";
import { MESSAGE_CHANGE_MS } from "#shared/constants/thread.ts";
import type { Message } from "#shared/schemas/tickets.ts";
import { MESSAGE_CHANGES, MESSAGE_MENU } from "#shared/thread-messages.ts";

/** What the composer does about a message. */
export type MessageActs = {
  onQuote: (message: Message) => void;
  onEdit: (message: Message) => void;
  /** Told of a message as it is now. */
  onChanged: (message: Message) => void;
};

type MessageMenuProps = { message: Message; isOwn: boolean; name: string } & MessageActs;

/** What one can do about a message: quote it; one's own, for ten minutes, edit and remove it. */
export const MessageMenu = ({
  message,
  isOwn,
  name,
  onQuote,
  onEdit,
  onChanged,
}: MessageMenuProps) => {
  const nowMs = useNow();
  const isChangeable =
    isOwn && nowMs !== null && nowMs - Date.parse(message.createdAt) < MESSAGE_CHANGE_MS;
  const [isAsking, setIsAsking] = useState(false);
  const [error, setError] = useState<string | null>(null);
  // What moves the focus into the composer, once the menu has let go of it.
  const afterwards = useRef<(() => void) | null>(null);
  const remove = trpc.messages.remove.useMutation({
    onSuccess: (removed) => {
      setIsAsking(false);
      onChanged(removed);
    },
    onError: (failure) => setError(messageOf(failure) ?? MESSAGE_CHANGES.removeFailed),
  });
  const toComposer = (act: (message: Message) => void) => () => {
    afterwards.current = () => act(message);
  };
  return (
    <>
      <DropdownMenu modal={false}>
        <DropdownMenuTrigger asChild>
          <Button
            variant="ghost"
            size="icon"
            aria-label={MESSAGE_MENU.open(name)}
            className="size-9 shrink-0 self-center text-faint opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 data-[state=open]:opacity-100 pointer-coarse:h-11 pointer-coarse:w-8 pointer-coarse:opacity-60"
          >
            <Ellipsis aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent
          align={isOwn ? "end" : "start"}
          className="min-w-44"
          onCloseAutoFocus={(event) => {
            const act = afterwards.current;
            if (act === null) return;
            event.preventDefault();
            afterwards.current = null;
            act();
          }}
        >
          <DropdownMenuItem onSelect={toComposer(onQuote)}>
            <Quote aria-hidden />
            {MESSAGE_MENU.quote}
          </DropdownMenuItem>
          {isChangeable && (
            <DropdownMenuItem onSelect={toComposer(onEdit)}>
              <Pencil aria-hidden />
              {MESSAGE_MENU.edit}
            </DropdownMenuItem>
          )}
          {isChangeable && (
            <DropdownMenuItem
              onSelect={() => {
                setError(null);
                setIsAsking(true);
              }}
            >
              <Trash2 aria-hidden />
              {MESSAGE_MENU.remove}
            </DropdownMenuItem>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
      {isOwn && (
        <ConfirmDialog
          isOpen={isAsking}
          title={MESSAGE_MENU.removeTitle}
          text={MESSAGE_MENU.removeText}
          action={MESSAGE_MENU.removeAction}
          isBusy={remove.isPending}
          error={error}
          onConfirm={() => remove.mutate({ id: message.id })}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
};
