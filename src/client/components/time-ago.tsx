import { exactTime, roughDuration, useNow } from "#client/lib/time.ts";

/** How long ago something was; the exact time stands in the hover text. */
export const TimeAgo = ({ at, className }: { at: string; className?: string }) => {
  const nowMs = useNow();
  const date = new Date(at);
  return (
    <time dateTime={at} title={exactTime(date)} className={className}>
      {nowMs === null
        ? exactTime(date)
        : `${roughDuration(Math.max(0, nowMs - date.getTime()))} ago`}
    </time>
  );
};
