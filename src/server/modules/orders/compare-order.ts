import { and, eq, gt, isNotNull, lt, ne } from "drizzle-orm";
import type { Tx } from "#server/context.ts";
import { PROMO_COOLDOWN_DAYS } from "#shared/constants/shop.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import { raiseFlag } from "./flags.ts";
import type { BoughtItem } from "./lines.ts";
import type { OrderRow, PaymentRow } from "./payments.ts";

type Pieces = readonly { packageId: number; name: string; quantity: number }[];

/** How many of which package, by its id. */
const countPieces = (items: Pieces): ReadonlyMap<number, number> => {
  const counts = new Map<number, number>();
  for (const { packageId, quantity } of items)
    counts.set(packageId, (counts.get(packageId) ?? 0) + quantity);
  return counts;
};

const isSame = (one: ReadonlyMap<number, number>, other: ReadonlyMap<number, number>): boolean =>
  one.size === other.size && [...one].every(([id, count]) => other.get(id) === count);

const inWords = (items: Pieces): string =>
  items.map(({ quantity, name }) => `${quantity} × ${name}`).join(", ") || "nothing";

/** Tebex's names and ours together can be longer than a sentence should be. */
const DETAILS_MAX = 500;

/** Tells Admins, in the caller's transaction, where something else was bought than was asked for. */
export const compareOrder = async (
  tx: Tx,
  order: OrderRow,
  { bought, eventId }: { bought: readonly BoughtItem[]; eventId: number | null },
): Promise<boolean> => {
  if (isSame(countPieces(order.items), countPieces(bought))) return true;
  const details = `Bought: ${inWords(bought)}. Asked for: ${inWords(order.items)}.`;
  await raiseFlag(tx, {
    kind: "items",
    reference: `items:${order.id}`,
    orderId: order.id,
    eventId,
    details: details.slice(0, DETAILS_MAX),
  });
  return false;
};

const PROMO_MS = PROMO_COOLDOWN_DAYS * DAY_MS;

/** Whether another order of the member brought the promo less than 31 days before or after. */
const hasOtherPromo = async (tx: Tx, { id, userId }: OrderRow, at: Date): Promise<boolean> => {
  const { orders: t } = tx.tables;
  const around = and(
    gt(t.paidAt, new Date(at.getTime() - PROMO_MS)),
    lt(t.paidAt, new Date(at.getTime() + PROMO_MS)),
  );
  const others = await tx
    .select({ id: t.id })
    .from(t)
    .where(
      and(
        eq(t.userId, userId),
        eq(t.hasPromo, true),
        around,
        ne(t.id, id),
        isNotNull(t.creditedAt),
      ),
    )
    .limit(1);
  return others.length > 0;
};

const lastPromo = async (tx: Tx, userId: string): Promise<Date | null> => {
  const { users } = tx.tables;
  const [buyer] = await tx
    .select({ at: users.promoReceivedAt })
    .from(users)
    .where(eq(users.id, userId));
  return buyer?.at ?? null;
};

/** Whether the member received the promo with something else less than 31 days before or after. */
export const isPromoTooSoon = async (
  tx: Tx,
  order: OrderRow,
  payment: PaymentRow,
): Promise<boolean> => {
  const at = order.paidAt ?? payment.paidAt;
  const last = await lastPromo(tx, order.userId);
  const isTooSoon =
    last !== null &&
    last.getTime() !== at.getTime() &&
    Math.abs(at.getTime() - last.getTime()) < PROMO_MS;
  // One that was received in the same second is told by its order alone.
  return isTooSoon || (await hasOtherPromo(tx, order, at));
};

/** Notes, in the caller's transaction, that a member received the promo with an order [SHOP-09]. */
export const notePromo = async (tx: Tx, order: OrderRow, payment: PaymentRow): Promise<void> => {
  const { users } = tx.tables;
  const at = order.paidAt ?? payment.paidAt;
  const last = await lastPromo(tx, order.userId);
  if (last === null || last < at)
    await tx.update(users).set({ promoReceivedAt: at }).where(eq(users.id, order.userId));
  tx.publish({ type: "account.changed", userId: order.userId });
};
