import { and, eq, isNull } from "drizzle-orm";
import { assertConfirmed } from "#server/access/account-changes.ts";
import { assertMay } from "#server/access/rights.ts";
import type { MemberCtx, MemberTx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { once } from "#server/store/idempotency.ts";
import { POINTS_MAX } from "#shared/constants/points.ts";
import { POINTS, POINTS_NOTICES } from "#shared/points-messages.ts";
import { isSeen } from "#shared/rules/lines.ts";
import type { PointsChange, PointsEdit } from "#shared/schemas/points.ts";
import { addEntry, readBalance } from "./ledger.ts";

/**
 * The balance that an Admin changes, in the caller's transaction.
 * @throws {AppError} `not_found` for an unknown member, and for one whose data is erased.
 */
const findBalance = async (tx: MemberTx, userId: string): Promise<number> => {
  const { users } = tx.tables;
  await assertMay(tx, "points");
  const [member] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.erasedAt)));
  if (member === undefined) throw new AppError("not_found", POINTS.unknownMember);
  return readBalance(tx, userId);
};

/** Many points at once, or little by little within an hour, are for whoever has confirmed who they are. */
const confirmIfMany = async (tx: MemberTx, amount: number): Promise<void> => {
  const name = "unconfirmedPointsByMember";
  const counted = { name, subject: tx.actor.userId, amount } as const;
  if (amount <= tx.config.community.limits[name].max && (await tx.tryCount(counted)).allowed)
    return;
  await assertConfirmed(tx);
};

type Change = { userId: string; balance: number; delta: number; reason: string };

/** A line of the ledger and one of the audit, which holds nothing that people write. */
const writeChange = async (
  tx: MemberTx,
  { userId, balance, delta, reason }: Change,
): Promise<void> => {
  await confirmIfMany(tx, Math.abs(delta));
  await addEntry(tx, {
    userId,
    kind: "admin",
    delta,
    reason: isSeen(reason) ? reason : POINTS.setByHand,
    reference: `edit:${crypto.randomUUID()}`,
    actorId: tx.actor.userId,
  });
  const change = { before: { points: balance }, after: { points: balance + delta } };
  await tx.audit({ action: "points.edited", subject: userId, ...change });
  await tx.notify({
    userIds: [userId],
    kind: "news",
    topic: "points",
    ...POINTS_NOTICES.changed(delta, balance + delta, tx.config.community.brand.currency),
    link: "/member/points",
  });
};

/**
 * Sets somebody's points, as a line of the ledger that makes up the difference. The reason stands in
 * that line alone.
 * @throws {AppError} `not_found` for an unknown member, `conflict` where the balance is no longer the
 *   one that the Admin has seen [POINTS-03], `step_up` for many points [STEP-05].
 */
export const editPoints = async (
  ctx: MemberCtx,
  { userProfileId: userId, oldPoints, points, reason }: PointsEdit,
): Promise<string> => {
  await ctx.write(async (tx) => {
    const balance = await findBalance(tx, userId);
    if (balance !== oldPoints) throw new AppError("changed_meanwhile", POINTS.changedMeanwhile);
    const delta = points - balance;
    if (delta !== 0) await writeChange(tx, { userId, balance, delta, reason });
  });
  return POINTS.updated;
};

/**
 * Adds points to somebody's balance, or takes them, whatever it is by then: what they earn meanwhile
 * stays. Done once under each key.
 * @throws {AppError} `not_found` for an unknown member, `bad_request` where the balance would leave
 *   0 to 1,000,000,000, what is added to a debt may leave one; `step_up` for many points [STEP-05].
 */
export const changePoints = async (ctx: MemberCtx, asked: PointsChange): Promise<string> => {
  const { userProfileId: userId, delta, reason, idempotencyKey: key } = asked;
  const request = {
    actor: ctx.actor.userId,
    key: key === undefined ? null : `points:${key}`,
    content: JSON.stringify([userId, delta, reason]),
  };
  await ctx.write((tx) =>
    once(tx, request, async () => {
      const balance = await findBalance(tx, userId);
      const after = balance + delta;
      if (after > POINTS_MAX || (delta < 0 && after < 0))
        throw new AppError("bad_request", POINTS.outOfRange);
      if (delta !== 0) await writeChange(tx, { userId, balance, delta, reason });
      return null;
    }),
  );
  return POINTS.updated;
};
