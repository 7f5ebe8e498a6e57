import { eq } from "drizzle-orm";
import type { BridgeCtx, BridgeTx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { notifyTeam } from "#server/modules/notifications/index.ts";
import { spendPoints } from "#server/modules/points/index.ts";
import { BRIDGE } from "#shared/bridge-messages.ts";
import { HOUR_MS } from "#shared/constants/time.ts";
import { numberText } from "#shared/rules/format.ts";
import type { BridgeEntry, BridgeTransfer } from "#shared/schemas/bridge.ts";
import { assertGame } from "./access.ts";
import { referenceOf, toBridgeEntry } from "./entry.ts";
import { loadPlayer } from "./players.ts";

/** @throws {AppError} `bad_request` for more than the limits let anybody spend at once. */
const assertAffordable = ({ config }: BridgeCtx, points: number): void => {
  const { spendPointsByKey, spendPointsByMember } = config.community.limits;
  if (points > Math.min(spendPointsByKey.max, spendPointsByMember.max))
    throw new AppError("spend_too_large", BRIDGE.tooExpensive);
};

const timeText = (ms: number) =>
  ms === HOUR_MS ? "an hour" : `${Math.round(ms / 60_000)} minutes`;

/** Tells the Admins, of one key once a day. */
const raiseAlarm = async (tx: BridgeTx): Promise<void> => {
  const { config, actor } = tx;
  const { bridgeKeys: t } = tx.tables;
  const subject = actor.keyId;
  if (!(await tx.tryCount({ name: "spendingAlarmsByKey", subject })).allowed) return;
  const [key] = await tx.select({ name: t.name }).from(t).where(eq(t.id, subject));
  const { max, windowMs } = config.community.limits.usualSpendingByKey;
  await notifyTeam(tx, "bridge", {
    subject: BRIDGE.unusualSubject,
    message: BRIDGE.unusualText(key?.name ?? "", numberText(max), timeText(windowMs)),
    link: "/member/admin/keys",
  });
  await tx.audit({
    action: "bridge_key.spending_unusual",
    subject,
    after: { points: max },
  });
};

/**
 * Counts, in the caller's transaction, what a key has taken from a member, and tells the Admins where
 * that is more than usual.
 * @throws {AppError} `too_many_requests` where the key or the member has spent as much, or as often,
 *   as they can for now.
 */
const countSpending = async (
  tx: BridgeTx,
  { userId, points }: { userId: string; points: number },
): Promise<void> => {
  const { config, actor } = tx;
  const { limits } = config.community;
  for (const [name, subject, amount] of [
    ["spendCallsByKey", actor.keyId, 1],
    ["spendCallsByMember", userId, 1],
    ["spendPointsByKey", actor.keyId, points],
    ["spendPointsByMember", userId, points],
  ] as const)
    await tx.count(name, subject, amount);
  const name = "usualSpendingByKey";
  const usual = limits[name];
  // More than the whole at once would begin a window that it does not fit into.
  const isUsual =
    points <= usual.max &&
    (await tx.tryCount({ name, subject: actor.keyId, amount: points })).allowed;
  if (!isUsual) await raiseAlarm(tx);
};

/**
 * Takes a player's points for something in a game, once per key. Those of an account that earns none
 * any more can still be spent.
 * @throws {AppError} `forbidden` for another game or platform, `bad_request` for more than anybody
 *   may spend at once, `not_found` for an unknown player, `conflict` where there are too few or the
 *   key was used for something else, `too_many_requests` where the bridge key or the member has spent
 *   as much, or as often, as they can for now.
 */
export const spend = async (ctx: BridgeCtx, input: BridgeTransfer): Promise<BridgeEntry> => {
  const { game, platform, points, reason, idempotencyKey } = input;
  assertGame(ctx, game, platform);
  assertAffordable(ctx, points);
  const reference = referenceOf(ctx, idempotencyKey);
  return ctx.write(async (tx) => {
    const { userId } = await loadPlayer(tx, input);
    const spent = { userId, points, reason, reference, game, actorId: null };
    const added = await spendPoints(tx, spent);
    if (added.isNew) await countSpending(tx, { userId, points });
    return toBridgeEntry(added, { userId, kind: "spend", delta: -points, reason, game });
  });
};
