import { eq } from "drizzle-orm";
import { BRIDGE } from "#shared/messages.ts";
import { writeAudit } from "#server/auth/audit.ts";
import { assertAllowed, countAttempt } from "#server/auth/limits.ts";
import type { BridgeContext } from "#server/context.ts";
import { refusal } from "#server/errors.ts";
import { notifyAdmins } from "#server/modules/notifications/index.ts";
import type { Tx } from "#server/store/store.ts";

/** @throws {AppError} `bad_request` for more than the limits let anybody spend at once. */
export const assertAffordable = ({ config }: BridgeContext, points: number): void => {
  const { spendPointsByKey, spendPointsByMember } = config.community.limits;
  if (points > Math.min(spendPointsByKey.max, spendPointsByMember.max))
    throw refusal("spend_too_large", BRIDGE.tooExpensive);
};

const timeText = (ms: number) =>
  ms === 3_600_000 ? "an hour" : `${Math.round(ms / 60_000)} minutes`;

/** Tells the Admins, of one key once a day. */
const raiseAlarm = async (ctx: BridgeContext, tx: Tx): Promise<void> => {
  const { store, clock, config, actor } = ctx;
  const { bridgeKeys: t } = store.tables;
  const subject = actor.keyId;
  if (!(await countAttempt(store, tx, clock, "spendingAlarmsByKey", subject)).allowed) return;
  const [key] = await tx.select({ name: t.name }).from(t).where(eq(t.id, subject));
  const { max, windowMs } = config.community.limits.usualSpendingByKey;
  await notifyAdmins(store, tx, clock, {
    subject: BRIDGE.unusualSubject,
    message: BRIDGE.unusualText(key?.name ?? "", max.toLocaleString("en-US"), timeText(windowMs)),
  });
  const entry = { actorId: null, action: "bridge_key.spending_unusual", subject } as const;
  await writeAudit(ctx, tx, { ...entry, after: { points: max } });
};

/**
 * Counts, in the caller's transaction, what a key has taken from a member, and tells the Admins where
 * that is more than usual.
 * @throws {AppError} `too_many_requests` where the key or the member has spent as much, or as often,
 *   as they can for now.
 */
export const countSpending = async (
  ctx: BridgeContext,
  tx: Tx,
  { userId, points }: { userId: string; points: number },
): Promise<void> => {
  const { store, clock, config, actor } = ctx;
  const { limits } = config.community;
  for (const [name, subject, amount] of [
    ["spendCallsByKey", actor.keyId, 1],
    ["spendCallsByMember", userId, 1],
    ["spendPointsByKey", actor.keyId, points],
    ["spendPointsByMember", userId, points],
  ] as const)
    assertAllowed(await countAttempt(store, tx, clock, name, subject, limits[name], amount));
  const name = "usualSpendingByKey";
  const usual = limits[name];
  // More than the whole at once would begin a window that it does not fit into.
  const isUsual =
    points <= usual.max &&
    (await countAttempt(store, tx, clock, name, actor.keyId, usual, points)).allowed;
  if (!isUsual) await raiseAlarm(ctx, tx);
};
