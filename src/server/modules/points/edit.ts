import { and, eq, isNull } from "drizzle-orm";
import { assertStillAdmin } from "#server/access/still-admin.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { POINTS } from "#shared/points-messages.ts";
import type { PointsEdit } from "#shared/schemas/points.ts";
import { isSeen } from "#shared/schemas/text.ts";
import { readBalance } from "./balances.ts";
import { addEntry } from "./ledger.ts";

/**
 * Sets somebody's points, as a line of the ledger that makes up the difference. The reason stands in
 * that line alone: the audit holds nothing that people write.
 * @throws {AppError} `not_found` for an unknown member, `conflict` where the balance is no longer the
 *   one that the Admin has seen [POINTS-03].
 */
export const editPoints = async (
  ctx: MemberCtx,
  { userProfileId: userId, oldPoints, points, reason }: PointsEdit,
): Promise<string> => {
  const { actor } = ctx;
  const { users } = ctx.tables;
  const reference = `edit:${crypto.randomUUID()}`;
  await ctx.write(async (tx) => {
    await assertStillAdmin(tx);
    const [member] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), isNull(users.erasedAt)));
    if (member === undefined) throw new AppError("not_found", POINTS.unknownMember);
    const balance = await readBalance(tx, userId);
    if (balance !== oldPoints) throw new AppError("changed_meanwhile", POINTS.changedMeanwhile);
    const delta = points - balance;
    if (delta === 0) return;
    const why = isSeen(reason) ? reason : POINTS.setByHand;
    const by = { userId, reason: why, reference, actorId: actor.userId };
    await addEntry(tx, { ...by, kind: "admin", delta });
    const change = { before: { points: balance }, after: { points } };
    await tx.audit({ action: "points.edited", subject: userId, ...change });
  });
  return POINTS.updated;
};
