import type { Tx } from "#server/context/context.ts";
import { readCatalogue } from "#server/modules/catalogue/index.ts";
import {
  type EffectKind,
  PAYMENT_EVENTS,
  PROMO,
  SUBSCRIPTION_EVENTS,
  type SubscriptionState,
} from "#shared/constants/shop.ts";
import { toCents } from "#shared/rules/lines.ts";
import { ORDER_ALARMS } from "#shared/shop-admin-messages.ts";
import { reservedOf } from "./baskets.ts";
import { buyerReference, raiseFlag } from "./flags.ts";
import { type BoughtItem, keepPayment, orderOfPayment, type OrderRow } from "./payments.ts";
import { processPayment } from "./process-payment.ts";
import { reviewPayment } from "./review-payment.ts";
import {
  type ShopEvent,
  shopPayment,
  type ShopPayment,
  type ShopSubscription,
  shopSubscription,
} from "./shop-event.ts";
import { followSubscription } from "./subscriptions.ts";

/** The payment is complete. */
const COMPLETE = 1;

/** An event that came before what it is about: it is worked on again later. */
export class TooEarly extends Error {
  override readonly name = "TooEarly";
  constructor() {
    super("Nothing is known yet of what this event is about.");
  }
}

/** Whether an event of this type gives or takes anything. */
export const isHandled = (type: string): boolean =>
  Object.hasOwn(PAYMENT_EVENTS, type) || Object.hasOwn(SUBSCRIPTION_EVENTS, type);

/** The payment that a subscription's event brings along, if it is complete. */
const paymentIn = (type: string, payload: ShopSubscription): ShopPayment | null => {
  const paid =
    type === "recurring-payment.started"
      ? payload.initial_payment
      : type === "recurring-payment.renewed"
        ? payload.last_payment
        : null;
  const payment = shopPayment.nullish().parse(paid) ?? null;
  if (payment === null) return null;
  if ((payment.status?.id ?? COMPLETE) !== COMPLETE) return null;
  return {
    ...payment,
    recurring_payment_reference: payment.recurring_payment_reference ?? payload.reference,
  };
};

/** What Tebex told of a payment. */
type PaymentEvent = {
  payload: ShopPayment;
  kind: EffectKind;
  /** True where the event says that a subscription was renewed. */
  isRenewal: boolean;
  /** The row of the event. */
  eventId: number;
};

/** What Tebex says was bought. */
const boughtItems = ({ shopfront }: Tx, { products }: ShopPayment): BoughtItem[] =>
  products.map(({ id, name, quantity, paid_price, base_price }) => ({
    packageId: id,
    name: shopfront.cleanName(name),
    quantity,
    priceCents: toCents((paid_price ?? base_price)?.amount ?? 0),
  }));

/** Whether a subscription was asked for with an order. */
const hasSubscription = async (tx: Tx, { items }: OrderRow): Promise<boolean> => {
  const { packages = [] } = (await readCatalogue(tx)) ?? {};
  const monthly = new Set(
    packages.flatMap(({ id, type }) => (type === "subscription" ? [id] : [])),
  );
  return items.some(({ packageId }) => {
    const what = reservedOf(tx, packageId);
    return monthly.has(packageId) || (what !== null && what !== PROMO);
  });
};

/**
 * Processes what an event says of one payment, in the caller's transaction.
 * @returns false where an Admin should look at it.
 */
const applyPayment = async (
  tx: Tx,
  { payload, kind, isRenewal, eventId }: PaymentEvent,
): Promise<boolean> => {
  const order = await orderOfPayment(tx, payload);
  if (order === null) {
    await raiseFlag(tx, {
      kind: "buyer",
      reference: buyerReference(payload.transaction_id),
      orderId: null,
      eventId,
      details: ORDER_ALARMS.unknownBasket(payload.transaction_id),
    });
    return false;
  }
  const isCalledRenewal = isRenewal || payload.payment_sequence === "renewal";
  const payment = await keepPayment(tx, {
    order,
    payload,
    isCalledRenewal,
    hasSubscription: await hasSubscription(tx, order),
  });
  const bought = boughtItems(tx, payload);
  const review = await reviewPayment(tx, { order, payment, payload, bought, isCalledRenewal });
  const totalCents = toCents((payload.price_paid ?? payload.price)?.amount ?? 0);
  const purchase = { bought, review, totalCents };
  const news = { order, payment, kind, purchase, eventId, confirmedBy: null };
  return (await processPayment(tx, news)).isFine;
};

const applySubscription = async (
  tx: Tx,
  { type, date, subject }: ShopEvent,
  { eventId, state }: { eventId: number; state: SubscriptionState },
): Promise<boolean> => {
  const payload = shopSubscription.parse(subject);
  const payment = paymentIn(type, payload);
  const isRenewal = type === "recurring-payment.renewed";
  const isProcessed =
    payment === null ||
    (await applyPayment(tx, { payload: payment, kind: "credit", isRenewal, eventId }));
  const isKnown = await followSubscription(tx, { payload, state, at: date });
  if (isProcessed && !isKnown) throw new TooEarly();
  return isProcessed;
};

/**
 * Does what an event of Tebex says, whole and in the caller's transaction.
 * @param eventId its row.
 * @returns false where an Admin should look at it.
 * @throws {ZodError} where its subject is not what its type promises, {TooEarly} where nothing is
 *   known yet of what it is about.
 */
export const applyEvent = async (tx: Tx, event: ShopEvent, eventId: number): Promise<boolean> => {
  const kind = PAYMENT_EVENTS[event.type];
  if (kind !== undefined) {
    const payload = shopPayment.parse(event.subject);
    // A dispute that was closed with the payment complete has left the money where it was.
    const isKept = kind === "closed" && payload.status?.id === COMPLETE;
    return applyPayment(tx, {
      payload,
      kind: isKept ? "won" : kind,
      isRenewal: false,
      eventId,
    });
  }
  const state = SUBSCRIPTION_EVENTS[event.type];
  if (state === undefined) return true;
  return applySubscription(tx, event, { eventId, state });
};

/** What an event is about, for those who look for it; null where it does not say. */
export const aboutOf = ({
  subject,
}: ShopEvent): { transactionId: string | null; orderId: number | null } => {
  const { last_payment: last, initial_payment: initial } = subject;
  const [payment] = [subject, last, initial].flatMap(
    (one) => shopPayment.safeParse(one).data ?? [],
  );
  return {
    transactionId: payment?.transaction_id ?? null,
    orderId: payment?.custom?.orderId ?? null,
  };
};
