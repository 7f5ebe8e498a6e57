import { Ellipsis, ImageOff, Pencil, Quote, Trash2 } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { ConfirmDialog } from "#client/components/confirm-dialog.tsx";
import { usePictureViewer } from "#client/components/picture-dialog.tsx";
import { Button } from "#client/components/ui/button.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "#client/components/ui/dropdown-menu.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { lazyPart } from "#client/lib/chunks.ts";
import { useNow } from "#client/lib/time.ts";
import { trpc } from "#client/lib/trpc.ts";
import { MESSAGE_CHANGE_MS } from "#shared/constants/desk.ts";
import type { Message } from "#shared/schemas/tickets.ts";
import { MESSAGE_CHANGES, MESSAGE_MENU } from "#shared/thread-messages.ts";
import { TICKET_PICTURES } from "#shared/ticket-messages.ts";

/** Seen where a ticket's bar has room for it, and heard everywhere. */
const WITH_ROOM = "md:@max-2xl/ticket-bar:sr-only";

/** The name of a button of a ticket's bar: beside the queue its icon stands for it. */
export const BarLabel = ({ children }: { children: string }) => (
  <span className={WITH_ROOM}>{children}</span>
);

/** The same for what is done most: there its first word stays. */
export const BarVerb = ({ children }: { children: string }) => {
  const at = children.indexOf(" ");
  return (
    <span>
      {children.slice(0, at)}
      <span className={WITH_ROOM}>{children.slice(at)}</span>
    </span>
  );
};

/** So many pictures of one message are shown. */
const PICTURES_MAX = 12;

const listIn = (value: unknown): unknown[] => {
  if (Array.isArray(value)) return value;
  if (typeof value !== "string") return [];
  try {
    const list: unknown = JSON.parse(value);
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
};

const addressOf = (entry: unknown, hosts: readonly string[]): string | null => {
  const url = typeof entry === "string" ? URL.parse(entry) : null;
  if (url === null || url.protocol !== "https:" || !hosts.includes(url.host)) return null;
  return url.username === "" && url.password === "" ? url.href : null;
};

/**
 * The pictures of a message that may be shown: https addresses of configured hosts, each once.
 * @param imgUrlsJson a list of addresses, or a string that holds one as JSON [MSG-05].
 */
export const picturesOf = (imgUrlsJson: unknown, hosts: readonly string[]): string[] => {
  const addresses = listIn(imgUrlsJson).map((entry) => addressOf(entry, hosts));
  return [...new Set(addresses.filter((address) => address !== null))].slice(0, PICTURES_MAX);
};

type PictureTileProps = {
  address: string;
  /** As in "Open picture 1 of 3". */
  label: string;
  onOpen: () => void;
};

const BOX =
  "grid h-28 w-36 place-items-center overflow-clip rounded-lg border border-ground-600 bg-ground-850";

/** A small picture in a box of a fixed size, so that nothing moves when it arrives. */
const PictureTile = ({ address, label, onOpen }: PictureTileProps) => {
  const [isBroken, setIsBroken] = useState(false);
  return isBroken ? (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      className={`${BOX} content-center gap-1.5 px-3 text-center text-sm text-faint transition-colors hover:border-ground-500 hover:text-ink`}
    >
      <ImageOff className="size-6" aria-hidden />
      {TICKET_PICTURES.broken}
    </a>
  ) : (
    <button
      type="button"
      aria-label={label}
      aria-haspopup="dialog"
      onClick={onOpen}
      className={`${BOX} transition-colors hover:border-accent/70`}
    >
      <img
        src={address}
        alt=""
        width={144}
        height={112}
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        draggable={false}
        className="size-full object-cover"
        onError={() => setIsBroken(true)}
      />
    </button>
  );
};

const PictureViewer = lazyPart(() => import("./picture-viewer.tsx"));

/** The pictures of a message, small; each opens the viewer. */
export const PicturesView = ({ pictures }: { pictures: readonly string[] }) => {
  const { open, viewing } = usePictureViewer();
  return (
    <>
      <ul aria-label="Pictures" className="mt-2 flex flex-wrap gap-2 first:mt-0">
        {pictures.map((address, at) => (
          <li key={address}>
            <PictureTile
              address={address}
              label={TICKET_PICTURES.open(at + 1, pictures.length)}
              onOpen={() => open(at)}
            />
          </li>
        ))}
      </ul>
      {viewing !== null && (
        <Suspense>
          <PictureViewer pictures={pictures} {...viewing} />
        </Suspense>
      )}
    </>
  );
};

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
