import { CircleAlert } from "lucide-react";
import { memo } from "react";
import { TimeAgo } from "#client/components/time-ago.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { useSite } from "#client/lib/site.ts";
import { exactTime } from "#client/lib/time.ts";
import type { Message } from "#shared/schemas/tickets.ts";
import { THREAD } from "#shared/ticket-messages.ts";
import { Bubble } from "./bubble.tsx";
import { focusComposer } from "./focus-composer.ts";
import { calledName } from "./names.ts";
import type { Outbox, Unsent } from "./outbox.ts";
import { PicturesView } from "./pictures-view.tsx";
import { picturesOf } from "./pictures.ts";
import { RichText } from "./rich-text-view.tsx";

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
