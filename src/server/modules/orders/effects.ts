import { and, eq, inArray } from "drizzle-orm";
import type { Tx } from "#server/context/context.ts";
import { addEntry } from "#server/modules/points/index.ts";
import type { EffectKind, ReviewReason } from "#shared/constants/shop.ts";
import { dropDeliveries, leaveDeliveries } from "./deliveries.ts";
import type { LineRow, PaymentRow } from "./payments.ts";
import { settleTier } from "./tiers.ts";

/**
 * Whether a member has what a line gives. It follows from everything that has happened to the line,
 * in whatever order Tebex told of it [PAY-02].
 * @param review why an Admin has to confirm it first; null where nobody has to.
 */
export const isHeld = (
  effects: ReadonlySet<EffectKind>,
  review: ReviewReason | null = null,
): boolean =>
  effects.has("credit") &&
  (review === null || effects.has("confirm")) &&
  !effects.has("refund") &&
  !effects.has("lost") &&
  (!effects.has("dispute") || effects.has("won"));

/** Points that an effect moved, and of how many lines it changed whether they are held. */
export type Applied = {
  given: number;
  taken: number;
  points: number;
  /** Whether this never happened to a line of the payment before. */
  isFirst: boolean;
  /** Everything that has happened to the payment by now. */
  happened: ReadonlySet<EffectKind>;
};

/** Stands for the payment itself: a line that is known only later shares what happened to it. */
const WHOLE = "*";

const reasonOf = ({ name, quantity }: LineRow, payment: PaymentRow, isGiven: boolean) => {
  const what = quantity === 1 ? name : `${quantity} × ${name}`;
  return `${isGiven ? "" : "Taken back: "}${what} (order #${payment.orderId})`.slice(0, 200);
};

/**
 * Lets something happen to every line of a payment, each once ever, in the caller's transaction.
 * Points, tiers and deliveries follow from what is held before and after, so the order in which the
 * store tells of things does not matter [PAY-02].
 */
export const applyEffect = async (
  tx: Tx,
  payment: PaymentRow,
  lines: readonly LineRow[],
  kind: EffectKind,
): Promise<Applied> => {
  const { clock } = tx;
  const { paymentLines: l, paymentEffects: e } = tx.tables;
  const past = await tx
    .select({ line: e.line, kind: e.kind })
    .from(e)
    .where(eq(e.paymentId, payment.id));
  const happened = new Set(past.map((effect) => effect.kind)).add(kind);
  const isFirst = !past.some((effect) => effect.kind === kind && effect.line !== WHOLE);
  const applied = { given: 0, taken: 0, points: 0, isFirst: isFirst && lines.length > 0, happened };
  const at = clock.now();
  const changed: LineRow[] = [];
  for (const line of [...lines, null]) {
    const name = line?.line ?? WHOLE;
    const kinds = new Set(past.flatMap((one) => (one.line === name ? [one.kind] : [])));
    const missing = [...happened].filter((one) => !kinds.has(one));
    if (missing.length === 0) continue;
    const isNow = line !== null && isHeld(happened, line.review);
    const isChanged = line !== null && line.isHeld !== isNow;
    const delta = isChanged ? (isNow ? line.points : -line.points) : 0;
    for (const one of missing)
      await tx.insert(e).values({
        paymentId: payment.id,
        line: name,
        kind: one,
        delta: one === kind ? delta : 0,
        at,
      });
    if (!isChanged) continue;
    changed.push({ ...line, isHeld: isNow });
    applied[isNow ? "given" : "taken"] += 1;
    applied.points += delta;
    if (delta !== 0)
      await addEntry(tx, {
        userId: payment.userId,
        kind: isNow ? (line.tier === null ? "purchase" : "subscription") : "refund",
        delta,
        reason: reasonOf(line, payment, isNow),
        reference: `shop:${payment.id}:${line.line}:${kind}`,
        actorId: null,
      });
  }
  const given = changed.filter((line) => line.isHeld);
  const taken = changed.filter((line) => !line.isHeld);
  for (const [isHeldNow, some] of [
    [true, given],
    [false, taken],
  ] as const) {
    const names = some.map(({ line }) => line);
    const isOne = and(eq(l.paymentId, payment.id), inArray(l.line, names));
    if (names.length > 0) await tx.update(l).set({ isHeld: isHeldNow }).where(isOne);
  }
  const tiers = new Set(changed.flatMap(({ tier }) => (tier === null ? [] : [tier])));
  for (const tier of tiers) await settleTier(tx, { userId: payment.userId, tier });
  await leaveDeliveries(tx, payment, given);
  await dropDeliveries(tx, taken);
  return applied;
};
