import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Tx } from "#server/context/context.ts";
import { queueDelivery, withholdDeliveries } from "#server/modules/bridge/index.ts";
import { isSendable, type QueuedMail, queueMail } from "#server/modules/mail/index.ts";
import { addEntry } from "#server/modules/points/index.ts";
import { one } from "#server/store/store.ts";
import { type EffectKind, orderPath, type ReviewReason } from "#shared/constants/shop.ts";
import { numberText } from "#shared/rules/format.ts";
import { PAYMENT_NOTIFICATIONS } from "#shared/shop-messages.ts";
import type { LineRow, OrderRow, PaymentRow } from "./payments.ts";
import { settleTier } from "./subscriptions.ts";

/** Names one delivery of a line, from 0. */
const deliveryReference = (paymentId: number, line: string, nth: number): string =>
  `shop:${paymentId}:${line}:${nth}`;

/** The names of every delivery that a line has left. */
export const referencesOf = ({
  paymentId,
  line,
  deliveries,
}: Pick<LineRow, "paymentId" | "line" | "deliveries">): string[] =>
  Array.from({ length: deliveries }, (_, nth) => deliveryReference(paymentId, line, nth));

/** Leaves what game servers have to hand out for lines that are held now; each once. */
const leaveDeliveries = async (
  tx: Tx,
  payment: PaymentRow,
  lines: readonly LineRow[],
): Promise<void> => {
  const { paymentLines: l } = tx.tables;
  for (const line of lines) {
    const gives = tx.config.community.shop.packages.find(({ id }) => id === line.packageId);
    const wanted = line.deliveries > 0 ? [] : (gives?.deliveries ?? []);
    for (const [nth, { game, server, give }] of wanted.entries())
      await queueDelivery(tx, {
        userId: payment.userId,
        game,
        server,
        payload: { give, quantity: line.quantity, orderId: payment.orderId },
        reference: deliveryReference(payment.id, line.line, nth),
      });
    if (wanted.length > 0)
      await tx
        .update(l)
        .set({ deliveries: wanted.length })
        .where(and(eq(l.paymentId, payment.id), eq(l.line, line.line)));
    // What was withheld while a payment was disputed is handed out after all.
    if (line.deliveries > 0)
      await withholdDeliveries(tx, { references: referencesOf(line), isWithheld: false });
  }
};

/** Withholds what no game server has handed out yet of lines that were taken back. */
const dropDeliveries = (tx: Tx, lines: readonly LineRow[]): Promise<void> =>
  withholdDeliveries(tx, { references: lines.flatMap(referencesOf), isWithheld: true });

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

type PaymentOutcome = {
  order: OrderRow;
  payment: PaymentRow;
  lines: readonly LineRow[];
  applied: Applied;
  kind: EffectKind;
};

const pointsText = (points: number, currency: string) =>
  `${numberText(Math.abs(points))} ${currency}`;

const contentOf = ({ order, payment, applied, kind }: PaymentOutcome, currency: string) => {
  const { given, points } = applied;
  const text = {
    orderId: order.id,
    isRenewal: payment.sequence === "renewal",
    points: (given > 0 ? points > 0 : points < 0) ? pointsText(points, currency) : null,
  };
  if (given === 0) return PAYMENT_NOTIFICATIONS.takenBack(text, kind === "dispute");
  if (kind === "credit") return PAYMENT_NOTIFICATIONS.credited(text);
  if (kind === "confirm") return PAYMENT_NOTIFICATIONS.confirmed(text);
  return PAYMENT_NOTIFICATIONS.restored(text);
};

const LINES_IN_MAIL = 20;

const queueReceipt = async (
  tx: Tx,
  { order, payment, lines, applied }: PaymentOutcome,
): Promise<void> => {
  const { users, payments, orders } = tx.tables;
  const [buyer] = await tx
    .select({ email: users.email, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(and(eq(users.id, order.userId), isNull(users.deactivatedAt)));
  // Whose account is closed gets no mail; whose personal data is erased has no address any more.
  if (buyer === undefined || buyer.email === null) return;
  const paid = one(
    await tx
      .select({ amountCents: payments.amountCents, currency: orders.currency })
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.orderId))
      .where(eq(payments.id, payment.id)),
  );
  const mail: QueuedMail = {
    to: { name: `${buyer.firstName} ${buyer.lastName}`.trim(), address: buyer.email },
    template: "receipt",
    data: {
      firstName: buyer.firstName,
      orderId: order.id,
      paidAt: payment.paidAt.toISOString(),
      items: lines.slice(0, LINES_IN_MAIL).map(({ name, quantity }) => ({ name, quantity })),
      totalCents: paid.amountCents,
      currency: paid.currency,
      points: applied.points,
    },
  };
  // What was paid is given, whoever cannot be written to.
  if (isSendable(mail)) await queueMail(tx, mail);
  else tx.log.warn("order.no_receipt", { orderId: order.id });
};

/** What was paid and gives nothing yet is said as well, with the reason. */
const notifyWaiting = async (
  tx: Tx,
  { order, lines, applied, kind }: PaymentOutcome,
): Promise<void> => {
  const why = lines.find(({ review, isHeld }) => review !== null && !isHeld)?.review ?? null;
  if (kind !== "credit" || !applied.isFirst || why === null) return;
  await tx.notify({
    userIds: [order.userId],
    kind: "news",
    topic: "shop",
    link: orderPath(order.id),
    ...PAYMENT_NOTIFICATIONS.waiting(order.id, why),
  });
};

/** Tells a buyer what came of a payment, in the caller's transaction: nothing where nothing changed. */
export const notifyBuyer = async (tx: Tx, outcome: PaymentOutcome): Promise<void> => {
  const { config } = tx;
  const { order, applied, kind } = outcome;
  await notifyWaiting(tx, outcome);
  if (applied.given + applied.taken === 0) return;
  const content = contentOf(outcome, config.community.brand.currency);
  await tx.notify({
    userIds: [order.userId],
    kind: "news",
    topic: "shop",
    link: orderPath(order.id),
    ...content,
  });
  const isReceived = kind === "credit" || kind === "confirm";
  if (isReceived && applied.isFirst) await queueReceipt(tx, outcome);
};
