import { Link } from "@tanstack/react-router";
import { memo } from "react";
import { SkeletonRows } from "#client/components/paged-list.tsx";
import { Skeleton } from "#client/components/ui/alert.tsx";
import { Checkbox } from "#client/components/ui/field.tsx";
import { DueMark } from "#client/features/tickets/team-marks.tsx";
import { cn } from "#client/lib/cn.ts";
import { roughDuration, sinceText, useNow } from "#client/lib/time.ts";
import type { LabelColour, Priority } from "#shared/constants/queue.ts";
import { PRIORITY_NAMES, QUEUE_SCREEN } from "#shared/desk-messages.ts";
import { fullName } from "#shared/rules/lines.ts";
import type { Label, QueueTicket } from "#shared/schemas/desk.ts";

const DOTS: Record<LabelColour, string> = {
  grey: "bg-[oklch(0.75_0.02_260)]",
  red: "bg-[oklch(0.68_0.19_25)]",
  orange: "bg-[oklch(0.75_0.16_55)]",
  yellow: "bg-[oklch(0.85_0.15_95)]",
  green: "bg-[oklch(0.75_0.15_150)]",
  blue: "bg-[oklch(0.72_0.13_245)]",
  violet: "bg-[oklch(0.7_0.16_300)]",
};

/** The dot in the colour of a label. */
export const LabelDot = ({ colour }: { colour: LabelColour }) => (
  <span aria-hidden className={cn("size-2.5 shrink-0 rounded-full", DOTS[colour])} />
);

/** A label as it stands on a ticket: a dot in its colour, and its name. */
export const LabelMark = ({ label: { name, colour } }: { label: Label }) => (
  <span className="inline-flex max-w-40 items-center gap-1.5 rounded-full border border-ground-600 px-2 py-0.5 text-xs text-muted">
    <LabelDot colour={colour} />
    <span className="truncate">{name}</span>
  </span>
);

const PRIORITY_LOOKS: Partial<Record<Priority, string>> = {
  urgent: "bg-ember/20 text-ember",
  high: "bg-accent/15 text-accent-strong",
  low: "bg-ground-700 text-muted",
};

/** How urgent a ticket is; nothing for one that is as urgent as most. */
const PriorityMark = ({ priority }: { priority: Priority }) =>
  priority === "normal" ? null : (
    <span
      className={cn("rounded-full px-2 py-0.5 text-xs font-semibold", PRIORITY_LOOKS[priority])}
    >
      {PRIORITY_NAMES[priority]}
    </span>
  );

const ROW = "relative flex items-start gap-3 px-3 py-3 sm:px-4";

/** For how long a ticket waits for the team, or when something was said last. */
const Waiting = ({ ticket }: { ticket: QueueTicket }) => {
  const nowMs = useNow();
  if (nowMs === null) return null;
  const { waitingSince, status, last, createdAt } = ticket;
  if (waitingSince !== null && status === "Open") {
    const waitsMs = Math.max(0, nowMs - Date.parse(waitingSince));
    return (
      <span className="shrink-0 font-semibold whitespace-nowrap text-accent-strong tabular-nums">
        <span className="sr-only">{QUEUE_SCREEN.waits} </span>
        {roughDuration(waitsMs)}
      </span>
    );
  }
  return (
    <span className="shrink-0 whitespace-nowrap text-faint">
      {sinceText(new Date(last?.at ?? createdAt), nowMs)}
    </span>
  );
};

type QueueRowProps = {
  ticket: QueueTicket;
  /** Whether the keyboard is at it. */
  isCurrent: boolean;
  isSelected: boolean;
  onSelect: (id: number) => void;
  /** Opens it beside the list; undefined where there is no room: then it is a link. */
  onOpen: ((id: number) => void) | undefined;
};

/** One ticket of the queue. Its callbacks stay the same, so that all others stand still when a key goes on. */
export const QueueRow = memo((props: QueueRowProps) => {
  const { ticket, isCurrent, isSelected, onSelect, onOpen } = props;
  const { id, subject, requester, assignee, last, labels, priority, isUnread } = ticket;
  const dueAt = ticket.status === "Open" ? ticket.dueAt : null;
  return (
    <li
      data-ticket={id}
      aria-current={isCurrent ? "true" : undefined}
      className={cn(
        ROW,
        "scroll-my-24 transition-colors first:rounded-t-[13px] last:rounded-b-[13px] hover:bg-ground-800/60",
        isCurrent && "bg-ground-800 shadow-[inset_3px_0_0_var(--color-accent)]",
        isSelected && "bg-accent/10",
      )}
    >
      <Checkbox
        aria-label={QUEUE_SCREEN.select(id)}
        checked={isSelected}
        className="relative z-1 mt-0.5 after:absolute after:-inset-2.5"
        onCheckedChange={() => onSelect(id)}
      />
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-2">
          {isUnread && (
            <span className="size-2 shrink-0 translate-y-[-0.1em] rounded-full bg-accent">
              <span className="sr-only">{QUEUE_SCREEN.unread}</span>
            </span>
          )}
          <Link
            to="/member/tickets/ticket/$ticketId"
            params={{ ticketId: String(id) }}
            className={cn(
              "min-w-0 flex-1 truncate leading-snug text-ink after:absolute after:inset-0",
              isUnread ? "font-bold" : "font-semibold",
            )}
            title={subject}
            onClick={(event) => {
              if (onOpen === undefined || event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              onOpen(id);
            }}
          >
            <span className="mr-1.5 font-display font-bold text-accent tabular-nums">#{id}</span>
            <bdi>{subject}</bdi>
          </Link>
          <span className="text-sm">
            <Waiting ticket={ticket} />
          </span>
        </div>
        <p className="mt-0.5 truncate text-sm text-muted">
          <bdi>{fullName(requester)}</bdi>
          {assignee !== null && (
            <>
              {" → "}
              <bdi>{fullName(assignee)}</bdi>
            </>
          )}
        </p>
        <p className="truncate text-sm text-faint">
          {last === null ? (
            QUEUE_SCREEN.nothingSaid
          ) : (
            <>
              <bdi className="font-semibold">{last.author.firstName}</bdi>
              {": "}
              <bdi>{last.text === "" ? QUEUE_SCREEN.noText : last.text}</bdi>
            </>
          )}
        </p>
        {(dueAt !== null || priority !== "normal" || labels.length > 0) && (
          <p className="mt-1.5 flex flex-wrap items-center gap-1.5">
            {dueAt !== null && <DueMark dueAt={dueAt} />}
            <PriorityMark priority={priority} />
            {labels.map((label) => (
              <LabelMark key={label.id} label={label} />
            ))}
          </p>
        )}
      </div>
    </li>
  );
});
QueueRow.displayName = "QueueRow";

/** Holds the place of the first tickets. */
export const QueueSkeletons = () => (
  <SkeletonRows rows={6} className={ROW}>
    <Skeleton className="mt-0.5 size-6" />
    <div className="min-w-0 flex-1">
      <Skeleton className="h-5 w-64 max-w-full" />
      <Skeleton className="mt-1.5 h-4 w-40 max-w-full" />
      <Skeleton className="mt-1.5 h-4 w-72 max-w-full" />
    </div>
  </SkeletonRows>
);
