import { and, desc, eq, isNull, ne } from "drizzle-orm";
import type { MemberCtx } from "#server/context/context.ts";
import { moveUnsent } from "#server/modules/attachments/index.ts";
import { isWorkedOn } from "#server/modules/desk/index.ts";
import { moveTicketNotices } from "#server/modules/notices/index.ts";
import { moveStrikeTickets } from "#server/modules/strikes/index.ts";
import {
  findTeamTicket,
  findTicketToWorkOn,
  mergeTicketInto,
} from "#server/modules/tickets/index.ts";
import type { MergeCandidate, TicketMerge } from "#shared/schemas/tickets.ts";
import { moveLabels } from "./index.ts";
import { moveNotes } from "./notes.ts";

/** Nobody has so many tickets open that more are worth a look. */
const CANDIDATES_MAX = 50;

/**
 * The open tickets of the same person into which a ticket can be merged, the newest first; at most 50.
 * @throws {AppError} `not_found`; `forbidden` for whoever is merely on it.
 */
export const listCandidates = async (
  ctx: MemberCtx,
  { id }: { id: number },
): Promise<MergeCandidate[]> => {
  const { tickets: t } = ctx.tables;
  const { createdBy } = await findTeamTicket(ctx.read, id);
  const isOther = and(eq(t.createdBy, createdBy), eq(t.status, "Open"), ne(t.id, id));
  const rows = await ctx.read
    .select({ id: t.id, subject: t.subject, createdAt: t.createdAt })
    .from(t)
    .where(and(isOther, isNull(t.mergedInto), isWorkedOn(ctx.read)))
    .orderBy(desc(t.id))
    .limit(CANDIDATES_MAX);
  return rows.map(({ id: other, subject, createdAt }) => ({
    id: other,
    subject,
    createdAt: createdAt.toISOString(),
  }));
};

/**
 * Merges a ticket into another one of the same person, for good [AID-05].
 * @throws {AppError} `not_found` for either, `forbidden` for whoever has lost the permission, `conflict`
 *   with what keeps the two apart, such as a merge by somebody else meanwhile.
 */
export const mergeTicket = async (ctx: MemberCtx, { id, into }: TicketMerge): Promise<void> =>
  ctx.write(async (tx) => {
    const from = await findTicketToWorkOn(tx, id);
    const target = await findTicketToWorkOn(tx, into);
    await mergeTicketInto(tx, from, target);
    const move = { from: from.id, into: target.id };
    await moveStrikeTickets(tx, move);
    await moveUnsent(tx, move);
    await moveTicketNotices(tx, move);
    await moveNotes(tx, move);
    await moveLabels(tx, move);
  });
