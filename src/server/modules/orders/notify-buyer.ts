import { and, eq, isNull } from "drizzle-orm";
import type { Tx } from "#server/context/context.ts";
import { isSendable, queueMail, type QueuedMail } from "#server/modules/mail/index.ts";
import type { EffectKind } from "#shared/constants/shop.ts";
import { CHECKOUT, REVIEW_HINT, REVIEWS } from "#shared/shop-messages.ts";
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
  `${Math.abs(points).toLocaleString("en-US")} ${currency}`;

const contentOf = ({ order, payment, applied, kind }: PaymentOutcome, currency: string) => {
  const number = `#${order.id}`;
  const { points } = applied;
  const isRenewal = payment.sequence === "renewal";
  const what = isRenewal ? `a renewal of order ${number}` : `order ${number}`;
  const atFirst = isRenewal ? `A renewal of order ${number}` : `Order ${number}`;
  if (applied.given > 0 && kind === "credit")
    return {
      subject: CHECKOUT.thanks,
      message:
        points > 0
          ? `${pointsText(points, currency)} of ${isRenewal ? "this month of your subscription" : `order ${number}`} are on your account.`
          : `What you bought with order ${number} is yours now.`,
    };
  if (applied.given > 0 && kind === "confirm")
    return {
      subject: `${atFirst} was confirmed`,
      message:
        points > 0
          ? `${pointsText(points, currency)} of ${what} are on your account.`
          : `What you bought with ${what} is yours now.`,
    };
  if (applied.given > 0)
    return {
      subject: `${atFirst} counts again`,
      message: `The dispute about ${what} is settled. What it gave is yours again.`,
    };
  const why = kind === "dispute" ? "its payment is disputed" : "its payment was returned";
  return {
    subject: `${atFirst} was taken back`,
    message: `What ${what} gave was taken back, since ${why}.${points < 0 ? ` That is ${pointsText(points, currency)} less on your account.` : ""}`,
  };
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
  const [paid] = await tx
    .select({ amountCents: payments.amountCents, currency: orders.currency })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(eq(payments.id, payment.id));
  const mail: QueuedMail = {
    to: { name: `${buyer.firstName} ${buyer.lastName}`.trim(), address: buyer.email },
    template: "receipt",
    data: {
      firstName: buyer.firstName,
      orderId: order.id,
      paidAt: payment.paidAt.toISOString(),
      items: lines.slice(0, LINES_IN_MAIL).map(({ name, quantity }) => ({ name, quantity })),
      totalCents: paid?.amountCents ?? 0,
      currency: paid?.currency ?? "USD",
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
    subject: `A payment of order #${order.id} waits for the team`,
    message: `${REVIEWS[why]} ${REVIEW_HINT}`,
  });
};

/** Tells a buyer what came of a payment, in the caller's transaction: nothing where nothing changed. */
export const notifyBuyer = async (tx: Tx, outcome: PaymentOutcome): Promise<void> => {
  const { config } = tx;
  const { order, applied, kind } = outcome;
  await notifyWaiting(tx, outcome);
  if (applied.given + applied.taken === 0) return;
  const content = contentOf(outcome, config.community.brand.currency);
  await tx.notify({ userIds: [order.userId], kind: "news", ...content });
  const isReceived = kind === "credit" || kind === "confirm";
  if (isReceived && applied.isFirst) await queueReceipt(tx, outcome);
};
