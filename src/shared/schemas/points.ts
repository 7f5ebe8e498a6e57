import { z } from "zod/mini";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { ENTRY_KINDS, POINTS_MAX } from "#shared/constants/points.ts";
import { POINTS } from "#shared/points-messages.ts";
import { idempotencyKey, pageInput, pageOf, userId } from "./lists.ts";
import { line } from "./text.ts";

/** A line of the ledger as its owner and Admins see it. */
export const pointEntry = z.object({
  id: z.int(),
  kind: z.enum(ENTRY_KINDS),
  /** Below 0 where points were taken. */
  delta: z.int(),
  /** The balance with this line. */
  balance: z.int(),
  reason: z.string(),
  /** The Admin who did it, shown to Admins alone; null for everybody else, and for the site. */
  actorId: z.nullable(z.string()),
  at: z.iso.datetime(),
});
export type PointEntry = z.infer<typeof pointEntry>;
/** A row of the newest: a line, or the passive credits of one day, at the newest of which it stands. */
export const newestRow = z.pick(pointEntry, {
  id: true,
  kind: true,
  delta: true,
  reason: true,
  at: true,
});
export type NewestRow = z.infer<typeof newestRow>;
export const pointEntryPage = pageOf(pointEntry);

const filters = {
  /** Whose; one's own unless an Admin asks for another's. */
  userId: z.optional(userId),
  kind: z.optional(z.enum(ENTRY_KINDS)),
  /** The first and the last day, in the community's time zone: "2026-12-01". */
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
};
/** Which lines of a statement. */
export const statementFilter = z.object(filters);
export type StatementFilter = z.infer<typeof statementFilter>;
export const statementInput = z.extend(pageInput, {
  ...filters,
  /** Counts passive credits of one day as one line of the page, which then has more (`rowsOf`). */
  foldsPassive: z.optional(z.boolean()),
});
export type StatementInput = z.infer<typeof statementInput>;

/** `PUT userprofile/edit-points` [POINTS-03]. */
export const pointsEdit = z.object({
  userProfileId: userId,
  /** The balance that the Admin has seen. */
  oldPoints: z.int(),
  points: z
    .int({ error: POINTS.outOfRange })
    .check(
      z.minimum(0, { error: POINTS.outOfRange }),
      z.maximum(POINTS_MAX, { error: POINTS.outOfRange }),
    ),
  reason: z._default(line(LENGTHS.reason), ""),
});
export type PointsEdit = z.infer<typeof pointsEdit>;

/** Points that an Admin adds to a balance, or takes from it, whatever it is by then. */
export const pointsChange = z.object({
  userProfileId: userId,
  /** Below 0 they are taken; 0 changes nothing. */
  delta: z
    .int({ error: POINTS.wholeNumbers })
    .check(
      z.minimum(-POINTS_MAX, { error: POINTS.outOfRange }),
      z.maximum(POINTS_MAX, { error: POINTS.outOfRange }),
    ),
  reason: z._default(line(LENGTHS.reason), ""),
  idempotencyKey,
});
export type PointsChange = z.infer<typeof pointsChange>;
