import { Problem } from "./catalogue.ts";
import {
  type Basket,
  type DisputeState,
  type EventType,
  type Ledger,
  newId,
  paymentSubject,
  recurringSubject,
  type Subscription,
  subscriptionLine,
  type Transaction,
} from "./ledger.ts";

/** Tells the site of a basket what has happened. */
type SendEvent = (
  basket: Basket,
  type: EventType,
  subject: unknown,
  about: { transactionId: string; reference: string | null },
) => void;

/** A month later, at the end of the month where it has no such day. */
const monthAfter = (at: Date): Date => {
  const next = new Date(at);
  next.setUTCMonth(next.getUTCMonth() + 1);
  if (next.getUTCDate() !== at.getUTCDate()) next.setUTCDate(0);
  return next;
};

/**
 * Where money changes hands, and all that can happen to a payment later.
 * @param now milliseconds since 1970.
 */
export const createCounter = (ledger: Ledger, sendEvent: SendEvent, now: () => number) => {
  const sendPaymentEvent = (type: EventType, transaction: Transaction) => {
    const { id, basket, reference } = transaction;
    sendEvent(basket, type, paymentSubject(transaction), { transactionId: id, reference });
  };
  const sendRecurringEvent = (type: EventType, subscription: Subscription) => {
    const { last, reference } = subscription;
    const about = { transactionId: last.id, reference };
    sendEvent(last.basket, type, recurringSubject(subscription), about);
  };

  const basketOf = (ident: string): Basket => {
    const basket = ledger.baskets.get(ident);
    if (basket === undefined) throw new Problem(404, "Basket not found");
    return basket;
  };
  const transactionOf = (id: string): Transaction => {
    const transaction = ledger.transactions.get(id);
    if (transaction === undefined) throw new Problem(404, "There is no such transaction.");
    return transaction;
  };
  const subscriptionOf = (reference: string): Subscription => {
    const subscription = ledger.subscriptions.get(reference);
    if (subscription === undefined) throw new Problem(404, "There is no such subscription.");
    return subscription;
  };

  const newPayment = (
    basket: Basket,
    given: Pick<Transaction, "status"> & Partial<Transaction>,
  ): Transaction => {
    const recurring = subscriptionLine(basket.lines);
    const isAlone = basket.lines.length === 1;
    return ledger.record({
      basket,
      sequence: recurring === undefined ? "oneoff" : isAlone ? "first" : "mixed",
      reference: recurring === undefined ? null : newId("tbx-r"),
      lines: [...basket.lines],
      createdAt: new Date(now()),
      ...given,
    });
  };

  const payable = (ident: string): Basket => {
    const basket = basketOf(ident);
    if (basket.transaction !== null) throw new Problem(409, "This checkout is already paid.");
    if (basket.buyer === null) throw new Problem(409, "Nobody has signed in to this basket.");
    if (basket.lines.length === 0) throw new Problem(409, "This basket is empty.");
    for (const { package: one, quantity } of basket.lines)
      if (ledger.isBeyondLimit(basket, one, quantity))
        throw new Problem(409, `You have reached the purchase limit of ${one.name}.`);
    return basket;
  };

  const complete = (transaction: Transaction): Transaction => {
    transaction.status = "complete";
    sendPaymentEvent("payment.completed", transaction);
    const line = subscriptionLine(transaction.lines);
    const { reference, createdAt } = transaction;
    if (line === undefined || reference === null) return transaction;
    const subscription: Subscription = {
      reference,
      status: "active",
      initial: transaction,
      last: transaction,
      line,
      createdAt,
      nextPaymentAt: monthAfter(createdAt),
      cancelledAt: null,
    };
    ledger.subscriptions.set(reference, subscription);
    sendRecurringEvent("recurring-payment.started", subscription);
    return transaction;
  };

  return {
    basketOf,
    /**
     * Pays a basket.
     * @param isPending the money is on its way: the basket stays open until it is settled.
     */
    pay: (ident: string, isPending = false): Transaction => {
      const basket = payable(ident);
      basket.transaction = newPayment(basket, { status: "pending" });
      return isPending ? basket.transaction : complete(basket.transaction);
    },
    /** A coupon takes a part off a basket that nobody has paid. @param percent from 1 to 100. */
    discount: (ident: string, percent: number): Basket => {
      const basket = basketOf(ident);
      if (basket.transaction !== null) throw new Problem(409, "This checkout is already paid.");
      basket.discount = percent;
      return basket;
    },
    /** A basket is paid once more, which no shop should let anybody do. */
    payAgain: (ident: string): Transaction => {
      const basket = basketOf(ident);
      if (basket.transaction === null) throw new Problem(409, "This basket is not paid yet.");
      return complete(newPayment(basket, { status: "pending" }));
    },
    /** The money of a pending payment arrives. */
    settle: (ident: string): Transaction => {
      const { transaction } = basketOf(ident);
      if (transaction?.status !== "pending")
        throw new Problem(409, "No payment of this basket is pending.");
      return complete(transaction);
    },
    /** The buyer's card is declined; the basket stays open. */
    decline: (ident: string): Transaction => {
      const transaction = newPayment(payable(ident), { status: "declined", reference: null });
      sendPaymentEvent("payment.declined", transaction);
      return transaction;
    },
    refund: (id: string): Transaction => {
      const transaction = transactionOf(id);
      if (transaction.status !== "complete" && transaction.status !== "chargeback")
        throw new Problem(409, "There is nothing to give back.");
      transaction.status = "refunded";
      sendPaymentEvent("payment.refunded", transaction);
      return transaction;
    },
    dispute: (id: string, state: DisputeState): Transaction => {
      const transaction = transactionOf(id);
      if (transaction.status === "pending" || transaction.status === "declined")
        throw new Problem(409, "Nothing was paid.");
      if (transaction.status !== "refunded")
        transaction.status = state === "won" ? "complete" : "chargeback";
      sendPaymentEvent(`payment.dispute.${state}`, transaction);
      return transaction;
    },
    /** The next month is paid. */
    renew: (reference: string): Transaction => {
      const subscription = subscriptionOf(reference);
      if (subscription.status !== "active")
        throw new Problem(409, "This subscription is not renewed any more.");
      const { basket } = subscription.initial;
      const lines = [subscription.line];
      const given = { status: "complete", sequence: "renewal", reference, lines } as const;
      const transaction = newPayment(basket, given);
      subscription.last = transaction;
      subscription.nextPaymentAt = monthAfter(subscription.nextPaymentAt);
      sendPaymentEvent("payment.completed", transaction);
      sendRecurringEvent("recurring-payment.renewed", subscription);
      return transaction;
    },
    /** The buyer cancels it, or takes that back; until it ends it runs on. */
    cancel: (reference: string, isAborted: boolean): Subscription => {
      const subscription = subscriptionOf(reference);
      if (subscription.status === "expired") throw new Problem(409, "This subscription has ended.");
      if ((subscription.cancelledAt !== null) !== isAborted)
        throw new Problem(409, isAborted ? "It is not cancelled." : "It is cancelled already.");
      subscription.cancelledAt = isAborted ? null : new Date(now());
      subscription.status = isAborted ? "active" : "cancelled";
      sendRecurringEvent(
        `recurring-payment.cancellation.${isAborted ? "aborted" : "requested"}`,
        subscription,
      );
      return subscription;
    },
    end: (reference: string): Subscription => {
      const subscription = subscriptionOf(reference);
      if (subscription.status === "expired")
        throw new Problem(409, "This subscription has ended already.");
      subscription.status = "expired";
      sendRecurringEvent("recurring-payment.ended", subscription);
      return subscription;
    },
  };
};
export type Counter = ReturnType<typeof createCounter>;
