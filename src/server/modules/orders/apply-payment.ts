import { toCents } from "#shared/rules/cents.ts";
import type { EffectKind } from "#shared/constants/shop.ts";
import type { Tx } from "#server/store/store.ts";
import { compareOrder, notePromo } from "./compare-order.ts";
import { applyEffect } from "./effects.ts";
import { buyerReference, raiseFlag } from "./flags.ts";
import { type BoughtItem, keepLines, type ShopContext } from "./lines.ts";
import { keepPayment, orderOfPayment } from "./payments.ts";
import { settleOrder } from "./settle-order.ts";
import type { StorePayment } from "./store-event.ts";
import { cutMonths } from "./subscriptions.ts";
import { tellBuyer } from "./tell-buyer.ts";

/** What the store told of a payment. */
export type PaymentNews = {
  told: StorePayment;
  kind: EffectKind;
  /** True where the event says that a subscription was renewed. */
  isRenewal: boolean;
  /** The row of the event. */
  eventId: number;
};

/** What the store says was bought. */
const boughtItems = ({ shopfront }: ShopContext, { products }: StorePayment): BoughtItem[] =>
  products.map(({ id, name, quantity, paid_price, base_price }) => ({
    packageId: id,
    name: shopfront.cleanName(name),
    quantity,
    priceCents: toCents((paid_price ?? base_price)?.amount ?? 0),
  }));

/**
 * Works on what the store told of one payment, whole and in the caller's transaction. Told again, by
 * this event or another, it changes nothing (facts §4).
 * @returns false where an Admin should look at it.
 */
export const applyPayment = async (
  ctx: ShopContext,
  tx: Tx,
  { told, kind, isRenewal, eventId }: PaymentNews,
): Promise<boolean> => {
  const { store, clock, config } = ctx;
  const order = await orderOfPayment(store, tx, told);
  if (order === null) {
    await raiseFlag(store, tx, clock, {
      kind: "buyer",
      reference: buyerReference(told.transaction_id),
      orderId: null,
      eventId,
      details: `Nobody here has made the basket of payment ${told.transaction_id}.`,
    });
    return false;
  }
  const payment = await keepPayment(store, tx, clock, { order, told, isRenewal });
  const bought = boughtItems(ctx, told);
  const { lines, isWhole } = await keepLines(ctx, tx, payment, bought, eventId);
  await cutMonths(ctx, tx, payment);
  const applied = await applyEffect(ctx, tx, payment, lines, kind);
  const isFirst = payment.sequence === "first";
  const isFirstCredit = kind === "credit" && applied.isFirst;
  const { promoPackage } = config.community.shop;
  const isPromo = lines.some(({ packageId }) => packageId === promoPackage);
  const isAsAsked =
    kind !== "credit" || !isFirst || (await compareOrder(ctx, tx, order, { bought, eventId }));
  const isInTime =
    !isFirstCredit || !isPromo || (await notePromo(ctx, tx, order, { payment, eventId }));
  await settleOrder(ctx, tx, order, {
    paidAt: payment.paidAt,
    receivedAt: clock.now(),
    isCredited: applied.given > 0,
    ...(isFirst && {
      totalCents: toCents((told.price_paid ?? told.price)?.amount ?? 0),
      hasPromo: bought.some(({ packageId }) => packageId === promoPackage),
    }),
  });
  await tellBuyer(ctx, tx, { order, payment, lines, applied, kind });
  return isWhole && isAsAsked && isInTime;
};
