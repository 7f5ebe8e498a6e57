import { cn } from "#client/lib/cn.ts";
import type { LabelColour, Priority } from "#shared/constants/queue.ts";
import { PRIORITY_NAMES } from "#shared/queue-messages.ts";
import type { Label } from "#shared/schemas/queue.ts";

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
export const PriorityMark = ({ priority }: { priority: Priority }) =>
  priority === "normal" ? null : (
    <span
      className={cn("rounded-full px-2 py-0.5 text-xs font-semibold", PRIORITY_LOOKS[priority])}
    >
      {PRIORITY_NAMES[priority]}
    </span>
  );
