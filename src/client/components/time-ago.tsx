import { useState } from "react";
import { cn } from "#client/lib/cn.ts";
import { exactTime, sinceText, useNow } from "#client/lib/time.ts";

/** How long ago something was; a press, by finger or key, shows the exact moment and back again. */
export const TimeAgo = ({ at, className }: { at: string; className?: string }) => {
  const nowMs = useNow();
  const [isExact, setIsExact] = useState(false);
  const date = new Date(at);
  const exact = exactTime(date);
  return (
    <button
      type="button"
      title={exact}
      className={cn("min-h-6 cursor-pointer text-left", className)}
      onClick={() => setIsExact(!isExact)}
    >
      <time dateTime={at}>{nowMs === null || isExact ? exact : sinceText(date, nowMs)}</time>
    </button>
  );
};

/** Date and time, where they are what one looks for: statements, orders, the audit log. */
export const Moment = ({ at, className }: { at: string; className?: string }) => (
  <time dateTime={at} className={className}>
    {exactTime(new Date(at))}
  </time>
);
