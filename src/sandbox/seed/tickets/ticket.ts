import type { SampleName } from "#sandbox/seed/accounts.ts";
import type { SampleLabelName } from "#sandbox/seed/desk-and-points.ts";
import type { Priority } from "#shared/constants/queue.ts";
import type { GivenTicketFields } from "#shared/constants/tickets.ts";

/** So long after what came before it: minutes, hours or days, as in "40m". */
export type After = `${number}${"m" | "h" | "d"}`;

type Step<Kind extends string, More = unknown> = {
  kind: Kind;
  by: SampleName;
  after: After;
} & More;

/** What may be changed of a ticket. */
type Changes = Partial<GivenTicketFields>;

/** Something that happens to a ticket once it is open. */
export type TicketStep =
  | Step<"say", { text: string }>
  | Step<"assign", { whom: SampleName }>
  | Step<"edit", { changes: Changes }>
  | Step<"note", { text: string }>
  | Step<"priority", { priority: Priority }>
  | Step<"label", { label: SampleLabelName }>
  | Step<"close", { solved?: boolean; word?: string }>
  | Step<"restore">;

/** No two tickets have the same subject. */
export type SampleTicket = Omit<GivenTicketFields, "server"> & {
  by: SampleName;
  /** When it was opened. */
  daysAgo: number;
  /** Absent: the game's first, where it has only one. */
  server?: string;
  steps: readonly TicketStep[];
};

export const say = (by: SampleName, after: After, ...lines: readonly string[]): TicketStep => ({
  kind: "say",
  by,
  after,
  text: lines.join("\n"),
});

export const assign = (by: SampleName, after: After, whom: SampleName): TicketStep => ({
  kind: "assign",
  by,
  after,
  whom,
});

/** An Admin takes a ticket. */
export const take = (by: SampleName, after: After): TicketStep => assign(by, after, by);

export const edit = (by: SampleName, after: After, changes: Changes): TicketStep => ({
  kind: "edit",
  by,
  after,
  changes,
});

/** @param answer whether it was solved, and a word on it; absent: not said. */
export const close = (
  by: SampleName,
  after: After,
  answer: { solved?: boolean; word?: string } = {},
): TicketStep => ({ kind: "close", by, after, ...answer });

/** Something for the team alone. */
export const note = (by: SampleName, after: After, words: string): TicketStep => ({
  kind: "note",
  by,
  after,
  text: words,
});

export const priority = (by: SampleName, after: After, given: Priority): TicketStep => ({
  kind: "priority",
  by,
  after,
  priority: given,
});

export const label = (by: SampleName, after: After, given: SampleLabelName): TicketStep => ({
  kind: "label",
  by,
  after,
  label: given,
});

export const restore = (by: SampleName, after: After): TicketStep => ({
  kind: "restore",
  by,
  after,
});

/** A text of several lines. */
export const text = (...lines: readonly string[]): string => lines.join("\n");
