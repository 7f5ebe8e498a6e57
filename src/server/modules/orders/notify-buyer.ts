import { and, eq, isNull } from "drizzle-orm";
import type { Tx } from "#server/context/context.ts";
import { isSendable, queueMail, type QueuedMail } from "#server/modules/mail/index.ts";
import { one } from "#server/store/one.ts";
import type { EffectKind } from "#shared/constants/shop.ts";
import { orderPath } from "#shared/constants/shop.ts";
import { numberText } from "#shared/rules/format.ts";
import { PAYMENT_NOTIFICATIONS } from "#shared/shop-messages.ts";
import type { Applied } from "./effects.ts";
import type { LineRow, OrderRow, PaymentRow } from "./payments.ts";

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
