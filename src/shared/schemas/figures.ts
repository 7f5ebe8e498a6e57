import { z } from "zod/mini";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { FIGURE_WEEKS } from "#shared/constants/figures.ts";
import { userId } from "./lists.ts";
import { person } from "./members.ts";
import { line } from "./text.ts";

/** How long something took, over some tickets: none of them where there were none. */
const duration = z.object({
  /** Of how many tickets it is known. */
  tickets: z.int(),
  /** In milliseconds; null of no tickets. Half of them took no longer, and nine of ten. */
  medianMs: z.nullable(z.int()),
  ninetiethMs: z.nullable(z.int()),
});
export type Duration = z.infer<typeof duration>;

const figure = z.object({
  /** Tickets that were opened in the time, and that were closed last in it. */
  opened: z.int(),
  closed: z.int(),
  /** From the opening to the first answer, of tickets that got it in the time. */
  answer: duration,
  /** From the opening to the solution, of tickets that were closed in the time and not called unsolved. */
  solution: duration,
  /** What players said at closing: how many that it was solved, and how many that it was not. */
  solved: z.int(),
  unsolved: z.int(),
});
export type Figure = z.infer<typeof figure>;

export const figuresInput = z.object({
  weeks: z.literal(FIGURE_WEEKS),
  category: z.optional(line(LENGTHS.ticketOption)),
  /** The id of whoever of the team is asked about. */
  helper: z.optional(userId),
});
export type FiguresInput = z.infer<typeof figuresInput>;

const day = z.iso.date();

export const figures = z.object({
  total: figure,
  /** Each week of the time, the oldest first, by its Monday; the last one goes on. */
  weeks: z.array(z.object({ week: day, figure })),
  /** By whom of the team, the most answers first; null for what nobody takes care of. */
  helpers: z.array(z.object({ helper: z.nullable(person), isInTeam: z.boolean(), figure })),
  /** By category, the most tickets first. */
  categories: z.array(z.object({ category: z.string(), figure })),
  /** The newest words that players left at closing. */
  words: z.array(
    z.object({ ticketId: z.int(), at: z.iso.datetime(), isSolved: z.boolean(), word: z.string() }),
  ),
});
export type Figures = z.infer<typeof figures>;
