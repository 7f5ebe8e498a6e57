import { Link, useRouter } from "@tanstack/react-router";
import {
  AtSign,
  Check,
  ChevronDown,
  ExternalLink,
  LockKeyhole,
  type LucideIcon,
  Megaphone,
  MessageSquareText,
  Ticket,
  Trash2,
  UserRoundPlus,
} from "lucide-react";
import {
  type ComponentProps,
  type MouseEvent,
  useEffect,
  useEffectEvent,
  useId,
  useState,
} from "react";
import { TimeAgo } from "#client/components/marks.tsx";
import { RowToggle } from "#client/components/paged-list.tsx";
import { RichText } from "#client/components/rich-text-view.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { cn } from "#client/lib/cn.ts";
import {
  NOTIFICATION_KIND_SPECS,
  type NotificationKindSpec,
} from "#shared/constants/notifications.ts";
import { NOTIFICATION_ENTRY } from "#shared/notification-messages.ts";
import { linkTarget } from "#shared/rules/safe-path.ts";
import type { Notification } from "#shared/schemas/notifications.ts";

const ICONS: Record<NotificationKindSpec["icon"], LucideIcon> = {
  megaphone: Megaphone,
  ticket: Ticket,
  message: MessageSquareText,
  mention: AtSign,
  person: UserRoundPlus,
  lock: LockKeyhole,
};

/** Where a row leads: a path of this site or another's address; null where it opens in place. */
const targetOf = ({ kind, ticketId, link }: Notification): string | null => {
  if (NOTIFICATION_KIND_SPECS[kind].leadsTo === "ticket" && ticketId !== null)
    return `/member/tickets/ticket/${ticketId}`;
  return link === null ? null : linkTarget(link, window.location.origin);
};

/** More than one line has room for, or something that can be followed. */
const LONG_CHARACTERS = 90;
const isLong = (text: string) =>
  text.length > LONG_CHARACTERS || text.includes("\n") || /https?:\/\//i.test(text);

type TargetLinkProps = Pick<ComponentProps<"a">, "className" | "children"> & {
  target: string;
  onFollow: () => void;
};

/** A link to a screen of this site, or to another site in a tab of its own. */
const TargetLink = ({ target, onFollow, children, ...props }: TargetLinkProps) => {
  const router = useRouter();
  const followed = {
    onClick: onFollow,
    // The middle button, which opens a tab.
    onAuxClick: ({ button }: MouseEvent) => button === 1 && onFollow(),
  };
  if (!target.startsWith("/"))
    return (
      <a
        {...props}
        {...followed}
        href={target}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
      >
        {children}
      </a>
    );
  const { pathname, search, hash } = new URL(target, window.location.origin);
  return (
    <Link
      {...props}
      {...followed}
      to={pathname}
      // As the router reads it of any address; each screen checks its own.
      search={router.options.parseSearch?.(search) ?? {}}
      hash={hash.slice(1)}
    >
      {children}
    </Link>
  );
};

type NotificationEntryProps = {
  entry: Notification;
  /** It stands under the head of its ticket. */
  isUnderHead: boolean;
  mayRemove: boolean;
  onRead: (event: MouseEvent<HTMLButtonElement>) => void;
  /** It was followed, or read in place. */
  onFollow: () => void;
  onRemove: () => void;
};

/** What stands beside the time: of a ticket its subject alone, since the line above says what happened. */
const shortOf = ({ message, ticketId }: Notification): string => {
  const subject = message.slice(message.indexOf("“") + 1, message.lastIndexOf("”"));
  return ticketId === null || !message.includes("“") || subject === "" ? message : subject;
};

/** One notification in one row, all of which leads on; what it says in full opens below [NOTE-07]. */
export const NotificationEntry = ({
  entry,
  isUnderHead,
  mayRemove,
  onRead,
  onFollow,
  onRemove,
}: NotificationEntryProps) => {
  const { subject, message, createdAt, isGlobal, isRead, kind } = entry;
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const target = targetOf(entry);
  const Icon = ICONS[NOTIFICATION_KIND_SPECS[kind].icon];
  const Heading = isUnderHead ? "h4" : "h3";
  const isElsewhere = target !== null && !target.startsWith("/");

  // Read while it was open: marked at once, it would move away from under the eyes.
  const onClosed = useEffectEvent(onFollow);
  useEffect(() => (isOpen ? () => onClosed() : undefined), [isOpen]);

  return (
    <article aria-labelledby={id}>
      <div
        className={cn(
          "relative flex items-center gap-3 py-2 pr-2 pl-4 transition-colors hover:bg-ground-800/60 sm:gap-4 sm:pr-3 sm:pl-5",
          isUnderHead && "pl-7 sm:pl-9",
          !isRead &&
            "before:absolute before:inset-y-0 before:left-0 before:w-[3px] before:bg-accent",
        )}
      >
        <span
          aria-hidden
          className={cn(
            "hexagon grid h-9 w-[1.95rem] shrink-0 place-items-center",
            isRead ? "bg-ground-700 text-faint" : "bg-accent text-ground-950",
          )}
        >
          <Icon className="size-4" />
        </span>
        <div className="min-w-0 flex-1">
          <Heading
            id={id}
            title={subject}
            className={cn(
              "flex min-w-0 font-sans text-base leading-6",
              isRead ? "font-medium text-muted" : "font-bold text-ink",
            )}
          >
            {target === null ? (
              <RowToggle
                isOpen={isOpen}
                onToggle={() => setIsOpen(!isOpen)}
                controls={`${id}-text`}
                className={cn("min-h-6", isRead ? "font-medium text-muted" : "font-bold")}
              >
                {subject}
              </RowToggle>
            ) : (
              <TargetLink
                target={target}
                className="truncate outline-offset-2 after:absolute after:inset-0 hover:text-accent-strong focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-strong"
                onFollow={onFollow}
              >
                {subject}
              </TargetLink>
            )}
          </Heading>
          <p className="flex min-w-0 items-center gap-x-1.5 text-sm leading-6 text-faint">
            {!isRead && <span className="sr-only">{NOTIFICATION_ENTRY.unread}. </span>}
            <TimeAgo at={createdAt} className="relative z-1 shrink-0" />
            {(isGlobal || isElsewhere || !isOpen) && <span aria-hidden>·</span>}
            {isGlobal && (
              <>
                <span className="shrink-0 max-sm:sr-only">{NOTIFICATION_ENTRY.toEveryone}</span>
                <span aria-hidden className="max-sm:hidden">
                  ·
                </span>
              </>
            )}
            {isElsewhere && (
              <>
                <span className="inline-flex shrink-0 items-center gap-1 text-muted max-sm:sr-only">
                  <ExternalLink className="size-3.5" aria-hidden />
                  <span className="sr-only">{NOTIFICATION_ENTRY.leadsTo} </span>
                  {new URL(target).host}
                </span>
                <span aria-hidden className="max-sm:hidden">
                  ·
                </span>
              </>
            )}
            {!isOpen && (
              <span
                title={message}
                className="min-w-0 flex-1 truncate text-muted [unicode-bidi:plaintext]"
              >
                {shortOf(entry)}
              </span>
            )}
          </p>
        </div>
        <div className="flex shrink-0 items-center *:relative *:z-1">
          {!isRead && (
            <Button
              variant="ghost"
              size="icon"
              className="max-md:size-11"
              data-reads
              aria-label={NOTIFICATION_ENTRY.markRead}
              title={NOTIFICATION_ENTRY.markRead}
              aria-describedby={id}
              onClick={onRead}
            >
              <Check aria-hidden />
            </Button>
          )}
          {mayRemove && (
            <Button
              variant="ghost"
              size="icon"
              className="max-md:size-11"
              aria-label={`Delete notification: ${subject}`}
              title="Delete"
              onClick={onRemove}
            >
              <Trash2 aria-hidden />
            </Button>
          )}
          {target === null ? (
            <span
              aria-hidden
              className="pointer-events-none grid size-9 place-items-center text-muted"
            >
              <Mark isOpen={isOpen} />
            </span>
          ) : (
            isLong(message) &&
            kind === "news" && (
              <Button
                variant="ghost"
                size="icon"
                className="max-md:size-11"
                aria-expanded={isOpen}
                aria-controls={isOpen ? `${id}-text` : undefined}
                aria-label={NOTIFICATION_ENTRY.showAll}
                title={NOTIFICATION_ENTRY.showAll}
                aria-describedby={id}
                onClick={() => setIsOpen(!isOpen)}
              >
                <Mark isOpen={isOpen} />
              </Button>
            )
          )}
        </div>
      </div>
      {isOpen && (
        <div
          id={`${id}-text`}
          className="max-w-[74ch] pt-1 pr-4 pb-4 pl-[3.95rem] text-ink sm:pl-[4.2rem]"
        >
          <RichText text={message} />
        </div>
      )}
    </article>
  );
};

const Mark = ({ isOpen }: { isOpen: boolean }) => (
  <ChevronDown
    className={cn(
      "size-4 transition-transform motion-reduce:transition-none",
      isOpen && "rotate-180",
    )}
    aria-hidden
  />
);
