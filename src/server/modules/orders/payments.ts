import { and, desc, eq } from "drizzle-orm";
import type { Tx } from "#server/context/context.ts";
import { one, type Reader } from "#server/store/store.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import { toCents } from "#shared/rules/lines.ts";
import { type NewFlag, raiseFlag, settleFlags } from "./flags.ts";
import type { Review } from "./review-payment.ts";
import type { ShopPayment } from "./shop-event.ts";

/** A payment that comes so long after the first one of its order is a renewal, whatever it is called. */
const RENEWAL_AFTER_MS = 20 * DAY_MS;

const columnsOf = ({ tables: { payments: t } }: Reader) => ({
  id: t.id,
  orderId: t.orderId,
  userId: t.userId,
  sequence: t.sequence,
  transactionId: t.transactionId,
  reference: t.reference,
  paidAt: t.paidAt,
});

const columnsOfOrder = ({ tables: { orders: t } }: Reader) => ({
  id: t.id,
  userId: t.userId,
  ident: t.ident,
  items: t.items,
  state: t.state,
  paidAt: t.paidAt,
  receivedAt: t.receivedAt,
  creditedAt: t.creditedAt,
  currency: t.currency,
});

export type PaymentRow = NonNullable<Awaited<ReturnType<typeof findTransaction>>>;
export type OrderRow = NonNullable<Awaited<ReturnType<typeof findOrder>>>;

export const findOrder = async (tx: Tx, id: number) => {
  const { orders } = tx.tables;
  const [found] = await tx.select(columnsOfOrder(tx)).from(orders).where(eq(orders.id, id));
  return found ?? null;
};

export const findPayment = async (tx: Tx, id: number) => {
  const { payments } = tx.tables;
  const [found] = await tx.select(columnsOf(tx)).from(payments).where(eq(payments.id, id));
  return found ?? null;
};

const findTransaction = async (tx: Tx, transactionId: string) => {
  const { payments } = tx.tables;
  const [found] = await tx
    .select(columnsOf(tx))
    .from(payments)
    .where(eq(payments.transactionId, transactionId));
  return found ?? null;
};

const findByReference = async (tx: Tx, reference: string) => {
  const { payments } = tx.tables;
  const [found] = await tx
    .select({ orderId: payments.orderId })
    .from(payments)
    .where(eq(payments.reference, reference))
    .orderBy(desc(payments.id))
    .limit(1);
  return found?.orderId ?? null;
};

/**
 * The order that a payment is for: the one that its basket names, if it is that buyer's and no other
 * is known; else the one that it is known by, or that its subscription began with. Null for none.
 */
export const orderOfPayment = async (
  tx: Tx,
  { transaction_id, custom, recurring_payment_reference: reference }: ShopPayment,
): Promise<OrderRow | null> => {
  const known = await findTransaction(tx, transaction_id);
  if (custom !== null && custom !== undefined) {
    if (known !== null && known.orderId !== custom.orderId) return null;
    const order = await findOrder(tx, custom.orderId);
    return order?.userId === custom.userId ? order : null;
  }
  if (known !== null) return findOrder(tx, known.orderId);
  const id =
    reference === null || reference === undefined ? null : await findByReference(tx, reference);
  return id === null ? null : findOrder(tx, id);
};

/** The key of an order's own payment: there is one of it, whatever tells of it. */
const ownKey = (orderId: number): string => `order:${orderId}`;

/**
 * The row of an order's own payment where an Admin says that it was paid, made where there is none
 * yet, in the caller's transaction. Its transaction is not known.
 */
export const keepOwnPayment = async (
  tx: Tx,
  { order, amountCents }: { order: OrderRow; amountCents: number },
): Promise<PaymentRow> => {
  const { payments } = tx.tables;
  const key = ownKey(order.id);
  const now = tx.clock.now();
  await tx
    .insert(payments)
    .values({
      key,
      orderId: order.id,
      userId: order.userId,
      sequence: "first",
      transactionId: null,
      reference: null,
      amountCents,
      paidAt: order.paidAt ?? now,
      createdAt: now,
    })
    .onConflictDoNothing();
  const own = one(await tx.select(columnsOf(tx)).from(payments).where(eq(payments.key, key)));
  return own;
};

type KeptPayment = {
  order: OrderRow;
  payload: ShopPayment;
  isCalledRenewal: boolean;
  hasSubscription: boolean;
};

/**
 * The row of a payment, made where there is none yet, in the caller's transaction. The first payment
 * of an order stands under the order's own key, so that it is the same one whether its event or an
 * Admin was first; every other one under its transaction. One that renews no subscription of the
 * order is a `repeat`.
 * @param given.isCalledRenewal true where Tebex says that it is one.
 * @param given.hasSubscription whether a subscription was asked for with the order.
 */
export const keepPayment = async (
  tx: Tx,
  { order, payload, isCalledRenewal, hasSubscription }: KeptPayment,
): Promise<PaymentRow> => {
  const { payments } = tx.tables;
  const { transaction_id: transactionId, created_at: paidAt } = payload;
  const known = await findTransaction(tx, transactionId);
  const reference = payload.recurring_payment_reference ?? null;
  if (known !== null) {
    if (known.reference !== null || reference === null) return known;
    // That it began a subscription may be told after the payment.
    await tx.update(payments).set({ reference }).where(eq(payments.id, known.id));
    return { ...known, reference };
  }
  const amountCents = toCents((payload.price_paid ?? payload.price)?.amount ?? 0);
  const [own] = await tx
    .select(columnsOf(tx))
    .from(payments)
    .where(eq(payments.key, ownKey(order.id)));
  const isLate = own !== undefined && paidAt.getTime() - own.paidAt.getTime() > RENEWAL_AFTER_MS;
  const ownReference = own?.reference ?? null;
  const isSame = ownReference === null || (reference ?? ownReference) === ownReference;
  const renews =
    (hasSubscription || ownReference !== null) &&
    isSame &&
    (isCalledRenewal || (isLate && reference !== null));
  if (own !== undefined && own.transactionId === null && !renews && !isCalledRenewal) {
    // An Admin was quicker than the event: what the order gave stays as it is.
    await tx
      .update(payments)
      .set({ transactionId, reference, amountCents })
      .where(and(eq(payments.id, own.id)));
    return { ...own, transactionId, reference };
  }
  const isOwn = own === undefined && !renews && !isCalledRenewal;
  const made = one(
    await tx
      .insert(payments)
      .values({
        key: isOwn ? ownKey(order.id) : `transaction:${transactionId}`,
        orderId: order.id,
        userId: order.userId,
        sequence: isOwn ? "first" : renews ? "renewal" : "repeat",
        transactionId,
        reference,
        amountCents,
        paidAt,
        createdAt: tx.clock.now(),
      })
      .returning(columnsOf(tx)),
  );
  return made;
};

/** What Tebex says was bought. */
export type BoughtItem = { packageId: number; name: string; quantity: number; priceCents: number };

/** Names of lines: the package, and which of its lines where it has several. */
const named = (items: readonly BoughtItem[]) => {
  const seen = new Map<number, number>();
  return items.map((item) => {
    const nth = (seen.get(item.packageId) ?? 0) + 1;
    seen.set(item.packageId, nth);
    return { ...item, line: nth === 1 ? String(item.packageId) : `${item.packageId}#${nth}` };
  });
};

type NamedItem = ReturnType<typeof named>[number];

const NAME_MAX = 200;

export const linesOf = (tx: Tx, paymentId: number) => {
  const { paymentLines: t } = tx.tables;
  return tx.select().from(t).where(eq(t.paymentId, paymentId)).orderBy(t.line);
};
export type LineRow = Awaited<ReturnType<typeof linesOf>>[number];

/** How many of which package, by its id. */
export const countPieces = (items: readonly Pick<BoughtItem, "packageId" | "quantity">[]) => {
  const counts = new Map<number, number>();
  for (const { packageId, quantity } of items)
    counts.set(packageId, (counts.get(packageId) ?? 0) + quantity);
  return counts;
};

/**
 * Of a line that was not written down yet, the pieces that no other line has: a basket and an event may
 * name the same pieces in other lines.
 * @returns asked once for each line, in their order; all pieces of one that was written down.
 */
const missingPieces = (bought: readonly NamedItem[], kept: readonly LineRow[]) => {
  const names = new Set(kept.map(({ line }) => line));
  const left = countPieces(bought);
  for (const [packageId, count] of countPieces(kept))
    left.set(packageId, Math.max(0, (left.get(packageId) ?? 0) - count));
  return ({ line, packageId, quantity }: NamedItem): number => {
    if (names.has(line)) return quantity;
    const missing = Math.min(quantity, left.get(packageId) ?? 0);
    left.set(packageId, (left.get(packageId) ?? 0) - missing);
    return missing;
  };
};

/** Whether it was heard that a payment is complete. */
const isComplete = async (tx: Tx, paymentId: number): Promise<boolean> => {
  const { paymentEffects: t } = tx.tables;
  const credits = await tx
    .select({ line: t.line })
    .from(t)
    .where(and(eq(t.paymentId, paymentId), eq(t.kind, "credit")))
    .limit(1);
  return credits.length > 0;
};

/**
 * Writes down what a payment bought, in the caller's transaction, with what that gives by the present
 * configuration; a line that is there already stays as it is, but for what of it waits for an Admin,
 * which is decided once the payment is complete. Packages that are not configured are
 * left out and flagged, so that the same event can be worked on again.
 * @param eventId the row of the event that tells of them; null where an Admin does.
 * @returns every line, and whether a package was left out.
 */
export const keepLines = async (
  tx: Tx,
  payment: PaymentRow,
  { bought: items, review: { reasonOf } }: { bought: readonly BoughtItem[]; review: Review },
  eventId: number | null,
): Promise<{ lines: LineRow[]; isWhole: boolean }> => {
  const given = new Map(tx.config.community.shop.packages.map((one) => [one.id, one]));
  const bought = named(items);
  const missing = missingPieces(bought, await linesOf(tx, payment.id));
  const known = bought.flatMap((item) => {
    const { line, packageId, name, priceCents } = item;
    const gives = given.get(packageId);
    const quantity = missing(item);
    if (gives === undefined || quantity === 0) return [];
    const { points, tier } = gives;
    const worth = { points: points * quantity, tier, tierCutAt: null };
    const boughtItem = { packageId, name: name.slice(0, NAME_MAX), quantity, priceCents };
    const review = reasonOf(item);
    const row = { paymentId: payment.id, line, ...boughtItem, ...worth, review };
    return [Object.assign(row, { deliveries: 0, isHeld: false })];
  });
  const { paymentLines: t } = tx.tables;
  if (known.length > 0) await tx.insert(t).values(known).onConflictDoNothing();
  // Since a dispute of it was heard of, say, another order may have brought the promo.
  if (!(await isComplete(tx, payment.id)))
    for (const { line, review } of known)
      await tx
        .update(t)
        .set({ review })
        .where(and(eq(t.paymentId, payment.id), eq(t.line, line)));
  const referenceOf = (line: string) => `package:${payment.id}:${line}`;
  const knownLines = known.map(({ line }) => referenceOf(line));
  await settleFlags(tx, knownLines);
  const unknown = bought.filter(({ packageId }) => !given.has(packageId));
  for (const { line, packageId, name } of unknown) {
    const flag: NewFlag = {
      kind: "package",
      reference: referenceOf(line),
      orderId: payment.orderId,
      eventId,
      details: `Package ${packageId} (${name.slice(0, NAME_MAX)}) was bought, but community.toml does not say what it gives.`,
    };
    await raiseFlag(tx, flag);
  }
  return { lines: await linesOf(tx, payment.id), isWhole: unknown.length === 0 };
};
