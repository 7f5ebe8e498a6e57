import { and, eq, isNull } from "drizzle-orm";
import { POINTS } from "#shared/messages.ts";
import type { PointsEdit } from "#shared/schemas/points.ts";
import { isSeen } from "#shared/schemas/text.ts";
import { writeAudit } from "#server/auth/audit.ts";
import { assertStillAdmin } from "#server/auth/still-admin.ts";
import type { MemberContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { addEntry } from "./add-entry.ts";
import { readBalance } from "./read-balance.ts";

/**
 * Sets somebody's points, as a line of the ledger that makes up the difference. The reason stands in
 * that line alone: the audit holds nothing that people write.
 * @throws {AppError} `not_found` for an unknown member, `conflict` where the balance is no longer the
 *   one that the Admin has seen (facts §4).
 */
export const editPoints = async (
  ctx: MemberContext,
  { userProfileId: userId, oldPoints, points, reason }: PointsEdit,
): Promise<string> => {
  const { store, clock, actor } = ctx;
  const { users } = store.tables;
  const reference = `edit:${crypto.randomUUID()}`;
  await store.write(async (tx) => {
    await assertStillAdmin(ctx, tx);
    const [member] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), isNull(users.erasedAt)));
    if (member === undefined) throw new AppError("not_found", POINTS.unknownMember);
    const balance = await readBalance(store, tx, userId);
    if (balance !== oldPoints) throw new AppError("conflict", POINTS.changedMeanwhile);
    const delta = points - balance;
    if (delta === 0) return;
    const why = isSeen(reason) ? reason : POINTS.setByHand;
    const by = { userId, reason: why, reference, actorId: actor.userId };
    await addEntry(store, tx, clock, { ...by, kind: "admin", delta });
    const change = { before: { points: balance }, after: { points } };
    const entry = { actorId: actor.userId, subject: userId, ...change };
    await writeAudit(ctx, tx, { action: "points.edited", ...entry });
  });
  return POINTS.updated;
};
