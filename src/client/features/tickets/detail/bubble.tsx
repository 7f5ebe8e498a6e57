import type { ReactNode } from "react";
import { MemberAvatar } from "#client/components/member-avatar.tsx";
import { cn } from "#client/lib/cn.ts";
import { AdminMark } from "./admin-mark.tsx";

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
export const Bubble = ({
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
        <bdi className="font-semibold wrap-anywhere text-bone">{name}</bdi>
        {isAdmin && <AdminMark />} {time}
      </p>
      <div
        title={title}
        className={cn(
          "relative max-w-full min-w-0 rounded-2xl border px-3.5 py-2.5 sm:px-4",
          isOwn ? "rounded-tr-md" : "rounded-tl-md border-night-700 bg-night-800",
          isOwn &&
            (look === "failed" ? "border-ember/60 bg-ember/10" : "border-amber/25 bg-[#241d0f]"),
          look === "sending" && "border-dashed",
        )}
      >
        {children}
        {/* On the edge, so that nothing moves when it goes. */}
        {look === "sending" && (
          <span className="absolute right-3 -bottom-3 z-10 rounded-full border border-night-600 bg-night-900 px-2 text-xs leading-5 text-muted">
            Sending…
          </span>
        )}
      </div>
      {below}
    </div>
  </li>
);
