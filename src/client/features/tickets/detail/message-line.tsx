import { CircleAlert } from "lucide-react";
import { memo, type ReactNode, useMemo } from "react";
import { AttachmentsView } from "#client/components/attachments/view.tsx";
import { MemberAvatar, TimeAgo } from "#client/components/marks.tsx";
import { RichText } from "#client/components/rich-text-view.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { cn } from "#client/lib/cn.ts";
import { useSite } from "#client/lib/site.ts";
import { exactTime } from "#client/lib/time.ts";
import { htmlPolicy } from "#client/lib/trusted-html.ts";
import { displayNameOf, fullName } from "#shared/rules/lines.ts";
import { TRUSTED_TYPES } from "#shared/rules/package-html.ts";
import { onlyMessageTags } from "#shared/rules/written-text.ts";
import type { Person } from "#shared/schemas/members.ts";
import type { AssignedUser, Message, SeenBy } from "#shared/schemas/tickets.ts";
import { THREAD_STATE } from "#shared/thread-messages.ts";
import { THREAD } from "#shared/ticket-messages.ts";
import { ATTACHMENT_VIEW } from "#shared/upload-messages.ts";
import { focusComposer } from "./composer.tsx";
import { type MessageActs, MessageMenu, picturesOf, PicturesView } from "./message-parts.tsx";
import type { Outbox, Unsent } from "./outbox.ts";

/** What somebody is called in a thread: their Discord name, the name of their account without one. */
export const calledName = (discordName: string | null, person: Person): string =>
  discordName === null ? fullName(person) : displayNameOf(discordName);

/** What those who are in a thread are called there, by their ids. */
export const namesIn = (
  people: readonly AssignedUser[],
  messages: readonly Message[],
): ReadonlyMap<string, string> =>
  new Map([
    ...messages.map(
      ({ author, discordUserName }) => [author.id, calledName(discordUserName, author)] as const,
    ),
    ...people.map((one) => [one.id, calledName(one.zlgMember.discordName, one)] as const),
  ]);

/** Says of somebody that they belong to the team. */
export const AdminMark = () => (
  <span className="inline-flex items-center gap-1.5 rounded-full bg-accent/15 px-2 py-0.5 text-xs font-semibold text-accent">
    <span aria-hidden className="hexagon h-2 w-[0.45rem] bg-current" />
    Admin
  </span>
);

/** So many stand beside a name: more would push it away. */
const MARKS_MAX = 2;

/** What somebody does in the team, such as "Moderator". */
const TeamMarks = ({ names }: { names: readonly string[] }) =>
  names.slice(0, MARKS_MAX).map((name) => (
    <span
      key={name}
      className="rounded-full border border-accent/40 px-2 py-px text-xs font-semibold wrap-anywhere text-accent"
    >
      {name}
    </span>
  ));

const messageHtml = htmlPolicy(TRUSTED_TYPES.messageHtml, onlyMessageTags);

/** What somebody wrote, with its Markdown where the server has rendered it. */
const MessageText = memo(({ text, html }: { text: string; html: string | null }) => {
  // The same object for the same text: React would else write the markup anew each time.
  const markup = useMemo(() => (html === null ? null : { __html: messageHtml(html) }), [html]);
  return markup === null ? (
    <RichText text={text} />
  ) : (
    <div
      className="message-text"
      // oxlint-disable-next-line react/no-danger -- made of a few tags on the server, and let through tag by tag
      dangerouslySetInnerHTML={markup}
    />
  );
});
MessageText.displayName = "MessageText";

/** So many are shown by their pictures. */
const SHOWN = 5;

/** Who has read up to the message above. */
const SeenLine = ({ seen }: { seen: readonly SeenBy[] }) => {
  const said = seen.map(({ name, at }) => THREAD_STATE.seenAt(name, exactTime(new Date(at))));
  const rest = seen.length - SHOWN;
  return (
    <p className="mt-1 flex items-center gap-1 px-1 text-xs text-faint" title={said.join("\n")}>
      <span aria-hidden className="flex items-center gap-0.5">
        {seen.slice(0, SHOWN).map(({ id, name, picture }) => (
          <MemberAvatar key={id} name={name} picture={picture} className="h-4.5" />
        ))}
        {rest > 0 && <span>+{rest}</span>}
      </span>
      <span aria-hidden>{THREAD_STATE.seen}</span>
      <span className="sr-only">{said.join(" ")}</span>
    </p>
  );
};

type BubbleProps = {
  writer: Writer;
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
  /** What can be done about it. */
  menu: ReactNode;
  /** Stands below it. */
  below: ReactNode;
};

/** One message, with who wrote it and when. */
const Bubble = ({
  writer: { name, picture, isAdmin, teamRoles },
  isOwn,
  startsGroup,
  look,
  time,
  title,
  children,
  menu,
  below,
}: BubbleProps) => (
  <li
    className={cn(
      "group flex gap-2.5 sm:gap-3",
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
        {isAdmin && <AdminMark />} <TeamMarks names={teamRoles} /> {time}
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
    {menu}
  </li>
);

/** Who writes, as the thread shows them. */
export type Writer = {
  name: string;
  picture: string | null;
  isAdmin: boolean;
  /** The names of their roles in the team. */
  teamRoles: readonly string[];
};

const writerOf = ({ author, discordUserName, discordImgUrl }: Message): Writer => ({
  name: calledName(discordUserName, author),
  picture: discordImgUrl,
  isAdmin: author.role === "Admin",
  teamRoles: author.teamRoles ?? [],
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

/** When it was edited, and who has read up to it. */
const Below = ({ editedAt, seen }: { editedAt: string | null; seen: readonly SeenBy[] }) => (
  <>
    {editedAt !== null && (
      <p className="mt-1 px-1 text-xs text-faint">
        {THREAD_STATE.edited} <TimeAgo at={editedAt} />
      </p>
    )}
    {seen.length > 0 && <SeenLine seen={seen} />}
  </>
);

const NOBODY: readonly SeenBy[] = [];

type MessageLineProps = {
  /** A message of the thread, or one that is not sent yet: it stays the same line when it is. */
  message: Message | Unsent;
  /** The person who looks at it. */
  me: Writer;
  isOwn: boolean;
  startsGroup: boolean;
  outbox: Outbox;
  /** Who has read up to it, and no further. */
  seen?: readonly SeenBy[] | undefined;
  /** Null where nothing can be done about it. */
  acts: MessageActs | null;
};

/** What somebody wrote. */
export const MessageLine = memo((props: MessageLineProps) => {
  const { message, me, isOwn, startsGroup, outbox, seen = NOBODY, acts } = props;
  const { pictureHosts } = useSite();
  const unsent = "state" in message ? message : null;
  const sent = "state" in message ? null : message;
  const at = sent?.createdAt ?? unsent?.at ?? "";
  const pictures = picturesOf(sent?.imgUrlsJson, pictureHosts);
  const hasFailed = unsent?.state === "failed";
  const isRemoved = sent !== null && sent.removedAt !== null;
  const isGone =
    !isRemoved && message.content === "" && message.attachments.length + pictures.length === 0;
  const writer = sent === null ? me : writerOf(sent);
  return (
    <Bubble
      writer={writer}
      isOwn={isOwn}
      startsGroup={startsGroup}
      look={hasFailed ? "failed" : unsent === null ? "sent" : "sending"}
      time={<TimeAgo at={at} />}
      title={exactTime(new Date(at))}
      menu={
        sent !== null &&
        acts !== null &&
        !isRemoved && <MessageMenu message={sent} isOwn={isOwn} name={writer.name} {...acts} />
      }
      below={
        hasFailed ? (
          <NotSent unsent={unsent} outbox={outbox} />
        ) : (
          <Below editedAt={sent?.editedAt ?? null} seen={seen} />
        )
      }
    >
      {isRemoved ? (
        <p className="text-faint italic">{THREAD_STATE.removed}</p>
      ) : (
        message.content !== "" && <MessageText text={message.content} html={sent?.html ?? null} />
      )}
      <AttachmentsView attachments={message.attachments} />
      {isGone && <p className="text-faint italic">{ATTACHMENT_VIEW.removed}</p>}
      {pictures.length > 0 && <PicturesView pictures={pictures} />}
    </Bubble>
  );
});
MessageLine.displayName = "MessageLine";
