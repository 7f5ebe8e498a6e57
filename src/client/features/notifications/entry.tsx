import { Link } from "@tanstack/react-router";
import {
  ChevronRight,
  LockKeyhole,
  type LucideIcon,
  Megaphone,
  MessageSquareText,
  Trash2,
  UserRoundPlus,
} from "lucide-react";
import { type MouseEvent, useId, useState } from "react";
import { TimeAgo } from "#client/components/time-ago.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { cn } from "#client/lib/cn.ts";
import {
  NOTIFICATION_KIND_SPECS,
  type NotificationKindSpec,
} from "#shared/constants/notifications.ts";
import { MESSAGES } from "#shared/messages.ts";
import { NOTIFICATION_ENTRY } from "#shared/notification-messages.ts";
import type { Notification } from "#shared/schemas/notifications.ts";

const ICONS: Record<NotificationKindSpec["icon"], LucideIcon> = {
  megaphone: Megaphone,
  message: MessageSquareText,
  person: UserRoundPlus,
  lock: LockKeyhole,
};

const LONG_CHARACTERS = 360;
const LONG_LINES = 5;
const isLong = (text: string) =>
  text.length > LONG_CHARACTERS || text.split("\n").length > LONG_LINES;

/** Text as it was written, line breaks kept; a long one opens on demand. */
const Message = ({ text, subjectId }: { text: string; subjectId: string }) => {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <p
        id={id}
        className={cn(
          "mt-1.5 max-w-[70ch] leading-relaxed whitespace-pre-wrap wrap-anywhere text-muted [unicode-bidi:plaintext]",
          isLong(text) && !isOpen && "line-clamp-4",
        )}
      >
        {text}
      </p>
      {isLong(text) && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-describedby={subjectId}
          className="mt-1 min-h-9 font-semibold text-amber underline-offset-4 hover:underline"
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? "Show less" : "Show all"}
        </button>
      )}
    </>
  );
};

type NotificationEntryProps = {
  entry: Notification;
  mayRemove: boolean;
  onRead: (event: MouseEvent<HTMLButtonElement>) => void;
  onFollow: () => void;
  onRemove: () => void;
};

/** One notification of the list: what it says, since when, and what can be done with it. */
export const NotificationEntry = ({
  entry: { subject, message, createdAt, isGlobal, isRead, kind, ticketId },
  mayRemove,
  onRead,
  onFollow,
  onRemove,
}: NotificationEntryProps) => {
  const id = useId();
  const { icon, leadsTo } = NOTIFICATION_KIND_SPECS[kind];
  const Icon = ICONS[icon];
  return (
    <article
      aria-labelledby={id}
      className={cn(
        "panel relative flex flex-wrap items-start gap-x-4 overflow-clip p-4 sm:flex-nowrap sm:gap-x-5 sm:p-5",
        !isRead &&
          "border-night-500 before:absolute before:inset-y-0 before:left-0 before:w-[3px] before:bg-amber",
      )}
    >
      <span
        aria-hidden
        className={cn(
          "hexagon mt-0.5 grid h-11 w-[2.4rem] shrink-0 place-items-center",
          isRead ? "bg-night-700 text-faint" : "bg-amber text-night-950",
        )}
      >
        <Icon className="size-5" />
      </span>
      <div className="min-w-0 flex-1 basis-40">
        <h2
          id={id}
          className={cn(
            "font-sans text-lg leading-snug wrap-anywhere",
            isRead ? "font-medium text-muted" : "font-bold text-bone",
          )}
        >
          {subject}
        </h2>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-faint">
          {!isRead && (
            <span className="rounded-full bg-amber/15 px-2.5 py-0.5 text-xs font-semibold text-amber-strong">
              Unread
            </span>
          )}
          <TimeAgo at={createdAt} />
          {isGlobal && <span>To everyone</span>}
        </p>
        <Message text={message} subjectId={id} />
        {leadsTo === "ticket" && ticketId !== null && (
          <Link
            to="/member/tickets/ticket/$ticketId"
            params={{ ticketId: String(ticketId) }}
            className="group mt-1.5 inline-flex min-h-9 items-center gap-1 font-semibold text-amber underline-offset-4 hover:text-amber-strong hover:underline"
            onClick={onFollow}
          >
            {MESSAGES.goToTicket(ticketId)}
            <ChevronRight
              className="size-4 transition-transform group-hover:translate-x-0.5"
              aria-hidden
            />
          </Link>
        )}
      </div>
      {(!isRead || mayRemove) && (
        <div className="mt-3 ml-[3.4rem] flex shrink-0 items-center gap-2 sm:mt-0 sm:ml-0">
          {!isRead && (
            <Button variant="outline" size="sm" data-reads aria-describedby={id} onClick={onRead}>
              {NOTIFICATION_ENTRY.markRead}
            </Button>
          )}
          {mayRemove && (
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Delete notification: ${subject}`}
              title="Delete"
              onClick={onRemove}
            >
              <Trash2 aria-hidden />
            </Button>
          )}
        </div>
      )}
    </article>
  );
};
