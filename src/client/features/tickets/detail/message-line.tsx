import { CircleAlert } from "lucide-react";
import { type ReactNode, memo } from "react";
import { MemberAvatar } from "#client/components/member-avatar.tsx";
import { RichText } from "#client/components/rich-text-view.tsx";
import { TimeAgo } from "#client/components/time-ago.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { cn } from "#client/lib/cn.ts";
import { useSite } from "#client/lib/site.ts";
import { exactTime } from "#client/lib/time.ts";
import type { Message } from "#shared/schemas/tickets.ts";
import { THREAD } from "#shared/ticket-messages.ts";
import { focusComposer } from "./composer.tsx";
import { AdminMark, calledName } from "./names.tsx";
import type { Outbox, Unsent } from "./outbox.ts";
import { PicturesView, picturesOf } from "./pictures.tsx";

type BubbleProps = {
  writer: { name: string; picture: string | null; isAdmin: boolean };
  /** One's own stand on the right. */
  isOwn: boolean;
  /** False for one that follows another of the same person: it needs no name again. */
  startsGroup: boolean;
  look: "sent" | "sending" | "failed";
  /** When it was written. */
  time: ReactNode;
  /** The exact time, for whoever rests a pointer on it. */
  title: string;
  children: ReactNode;
  /** Stands below it. */
  below: ReactNode;
};

/** One message, with who wrote it and when. */
const Bubble = ({
  writer: { name, picture, isAdmin },
  isOwn,
  startsGroup,
  look,
  time,
  title,
  children,
  below,
}: BubbleProps) => (
  <li
    className={cn(
      "flex gap-2.5 sm:gap-3",
      isOwn && "flex-row-reverse",
      startsGroup ? "mt-5" : "mt-1.5",
    )}
  >
    <span className={cn("w-9 shrink-0 sm:w-10", isOwn && "max-sm:hidden")}>
      {startsGroup && <MemberAvatar name={name} picture={picture} className="w-full" />}
    </span>
    <div
      className={cn(
        "flex max-w-[min(44rem,88%)] min-w-0 flex-col",
        isOwn ? "items-end" : "items-start",
      )}
    >
      <p
        className={
          startsGroup
            ? "mb-1 flex max-w-full flex-wrap items-center gap-x-2 px-1 text-sm text-faint"
            : "sr-only"
        }
      >
        <bdi className="font-semibold wrap-anywhere text-ink">{name}</bdi>
        {isAdmin && <AdminMark />} {time}
      </p>
      <div
        title={title}
        className={cn(
          "relative max-w-full min-w-0 rounded-2xl border px-3.5 py-2.5 sm:px-4",
          isOwn ? "rounded-tr-md" : "rounded-tl-md border-ground-700 bg-ground-800",
          isOwn &&
            (look === "failed"
              ? "border-ember/60 bg-ember/10"
              : "border-accent/25 bg-accent-ground"),
          look === "sending" && "border-dashed",
        )}
      >
        {children}
        {/* On the edge, so that nothing moves when it goes. */}
        {look === "sending" && (
          <span className="absolute right-3 -bottom-3 z-10 rounded-full border border-ground-600 bg-ground-900 px-2 text-xs leading-5 text-muted">
            Sending…
          </span>
        )}
      </div>
      {below}
    </div>
  </li>
);

/** Who writes, as the thread shows them. */
export type Writer = { name: string; picture: string | null; isAdmin: boolean };

const writerOf = ({ author, discordUserName, discordImgUrl }: Message): Writer => ({
  name: calledName(discordUserName, author),
  picture: discordImgUrl,
  isAdmin: author.role === "Admin",
});

const NotSent = ({
  unsent: { key, reason, isLost },
  outbox,
}: {
  unsent: Unsent;
  outbox: Outbox;
}) => (
  <div className="mt-1.5 flex max-w-full flex-wrap items-center justify-end gap-x-2 gap-y-1 px-1 text-sm">
    <p role="alert" className="flex items-start gap-1.5 text-ember">
      <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span>
        <span className="font-semibold">Not sent.</span> {reason}{" "}
        {isLost && THREAD.waitsForConnection}
      </span>
    </p>
    <span className="flex gap-1">
      <Button
        variant="outline"
        size="sm"
        onClick={({ currentTarget }) => {
          focusComposer(currentTarget);
          outbox.retry(key);
        }}
      >
        Retry
      </Button>
      <Button
        variant="ghost"
        size="sm"
        onClick={({ currentTarget }) => {
          focusComposer(currentTarget);
          outbox.discard(key);
        }}
      >
        Discard
      </Button>
    </span>
  </div>
);

type MessageLineProps = {
  /** A message of the thread, or one that is not sent yet: it stays the same line when it is. */
  message: Message | Unsent;
  /** The person who looks at it. */
  me: Writer;
  isOwn: boolean;
  startsGroup: boolean;
  outbox: Outbox;
};

/** What somebody wrote. */
export const MessageLine = memo(({ message, me, isOwn, startsGroup, outbox }: MessageLineProps) => {
  const { pictureHosts } = useSite();
  const unsent = "state" in message ? message : null;
  const sent = "state" in message ? null : message;
  const at = sent?.createdAt ?? unsent?.at ?? "";
  const pictures = picturesOf(sent?.imgUrlsJson, pictureHosts);
  const hasFailed = unsent?.state === "failed";
  return (
    <Bubble
      writer={sent === null ? me : writerOf(sent)}
      isOwn={isOwn}
      startsGroup={startsGroup}
      look={hasFailed ? "failed" : unsent === null ? "sent" : "sending"}
      time={<TimeAgo at={at} />}
      title={exactTime(new Date(at))}
      below={hasFailed && <NotSent unsent={unsent} outbox={outbox} />}
    >
      <RichText text={message.content} />
      {pictures.length > 0 && <PicturesView pictures={pictures} />}
    </Bubble>
  );
});
MessageLine.displayName = "MessageLine";
