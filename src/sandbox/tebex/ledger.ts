import { cents, CURRENCY, packageWire, type SandboxPackage, TEBEX_PATHS } from "./catalogue.ts";

/** Who has signed in to Tebex: a Steam account. */
export type Buyer = { id: string; name: string };

type Line = { package: SandboxPackage; quantity: number };

export type Basket = {
  id: number;
  ident: string;
  /** Whatever the site bound to it. */
  custom: unknown;
  completeUrl: string;
  cancelUrl: string;
  hasAutoRedirect: boolean;
  ip: string;
  buyer: Buyer | null;
  lines: Line[];
  /** Percent that a coupon takes off; 0 for none. */
  discount: number;
  createdAt: Date;
  /** Its payment that is made or on its way; null while there is none. */
  transaction: Transaction | null;
};

/** Ids and words of a payment's state at Tebex. */
export const PAYMENT_STATUS = {
  complete: { id: 1, description: "Complete" },
  refunded: { id: 2, description: "Refund" },
  chargeback: { id: 3, description: "Chargeback" },
  declined: { id: 18, description: "Declined" },
  pending: { id: 19, description: "Pending Checkout" },
} as const;
type PaymentStatus = keyof typeof PAYMENT_STATUS;

export type Transaction = {
  id: string;
  basket: Basket;
  status: PaymentStatus;
  /** `mixed` has both packages that are paid once and a subscription. */
  sequence: "oneoff" | "first" | "mixed" | "renewal";
  /** Of the subscription that it pays; null for none. */
  reference: string | null;
  lines: readonly Line[];
  createdAt: Date;
};

/** Ids and words of a subscription's state at Tebex. */
const RECURRING_STATUS = {
  active: { id: 2, description: "Active" },
  expired: { id: 4, description: "Expired" },
  cancelled: { id: 5, description: "Cancelled" },
} as const;

export type Subscription = {
  reference: string;
  status: keyof typeof RECURRING_STATUS;
  initial: Transaction;
  last: Transaction;
  line: Line;
  createdAt: Date;
  nextPaymentAt: Date;
  cancelledAt: Date | null;
};

/** What lines cost, in dollars. */
export const totalOf = (lines: readonly Line[]): number =>
  cents(lines.reduce((sum, line) => sum + line.package.price * line.quantity, 0));

/** What a coupon takes off a basket's lines, in dollars. */
const discountOf = ({ discount }: Basket, lines: readonly Line[]): number =>
  cents((totalOf(lines) * discount) / 100);

/** The subscription among the lines, of which there is one at most. */
export const subscriptionLine = (lines: readonly Line[]): Line | undefined =>
  lines.find((line) => line.package.type === "subscription");

const hex = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes)).toHex();

/** An id as Tebex makes them, such as `tbx-4f1a09c2b7d3e-a81c02`. */
export const newId = (prefix: string): string => `${prefix}-${hex(7).slice(1)}-${hex(3)}`;

const KEPT: ReadonlySet<PaymentStatus> = new Set(["complete", "pending", "chargeback"]);

/** What Tebex remembers, in memory. */
export const createLedger = () => {
  const baskets = new Map<string, Basket>();
  const transactions = new Map<string, Transaction>();
  const subscriptions = new Map<string, Subscription>();
  return {
    baskets,
    transactions,
    subscriptions,
    /** Whether the basket's buyer would have more of a package than one may, together with what was kept. */
    isBeyondLimit: ({ buyer }: Basket, { id, userLimit }: SandboxPackage, wanted: number) => {
      if (userLimit === null || buyer === null) return false;
      const kept = [...transactions.values()]
        .filter(({ status, basket }) => KEPT.has(status) && basket.buyer?.id === buyer.id)
        .flatMap(({ lines }) => lines)
        .filter((line) => line.package.id === id);
      return kept.reduce((sum, { quantity }) => sum + quantity, wanted) > userLimit;
    },
    /** The transaction of a new payment, which is in the books from now on. */
    record: (given: Omit<Transaction, "id">): Transaction => {
      const transaction = { id: newId("tbx"), ...given };
      transactions.set(transaction.id, transaction);
      return transaction;
    },
  };
};
export type Ledger = ReturnType<typeof createLedger>;

export const DISPUTE_STATES = ["opened", "won", "lost", "closed"] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

/** What Tebex tells sites of. */
export type EventType =
  | "validation.webhook"
  | "payment.completed"
  | "payment.declined"
  | "payment.refunded"
  | `payment.dispute.${DisputeState}`
  | `recurring-payment.${"started" | "renewed" | "ended"}`
  | `recurring-payment.cancellation.${"requested" | "aborted"}`;

/** A moment as Tebex writes it: whole seconds, with an offset. */
export const moment = (at: Date): string => at.toISOString().replace(/\.\d+Z$/u, "+00:00");

const money = (amount: number) => ({
  amount,
  currency: CURRENCY,
  base_currency: CURRENCY,
  base_currency_price: amount,
});

/** Whether nothing has to be paid any more. */
export const isPaid = ({ transaction }: Basket): boolean =>
  transaction !== null && transaction.status !== "pending";

/** The coupon of a basket, as Tebex tells of it. */
const couponsOf = ({ discount }: Basket) =>
  discount === 0
    ? []
    : [{ code: `SAVE${discount}`, discount: { type: "percentage", percentage: discount } }];

/** A basket as the Headless API tells it [SAND-02]. @param origin the sandbox's. */
export const basketWire = (basket: Basket, origin: string) => {
  const total = cents(totalOf(basket.lines) - discountOf(basket, basket.lines));
  const address = `${origin}${TEBEX_PATHS.checkout}/${basket.ident}`;
  return {
    id: basket.id,
    ident: basket.ident,
    complete: isPaid(basket),
    email: null,
    username: basket.buyer?.name ?? null,
    username_id: basket.buyer?.id ?? null,
    coupons: couponsOf(basket),
    giftcards: [],
    creator_code: "",
    cancel_url: basket.cancelUrl,
    complete_url: basket.completeUrl,
    complete_auto_redirect: basket.hasAutoRedirect,
    country: "US",
    ip: basket.ip,
    base_price: total,
    sales_tax: 0,
    total_price: total,
    currency: CURRENCY,
    packages: basket.lines.map(({ package: one, quantity }) => {
      const { id, name, description, image } = packageWire(one, origin);
      return {
        id,
        name,
        description,
        image,
        in_basket: { quantity, price: one.price, gift_username_id: null, gift_username: null },
      };
    }),
    custom: basket.custom,
    links: isPaid(basket) ? { payment: address } : { checkout: address },
  };
};

/** Personal data, as Tebex sends it along and nobody should keep it. */
const customerOf = ({ buyer, ip }: Basket) => ({
  first_name: "Sandy",
  last_name: "Boxer",
  email: "sandy.boxer@customer.example",
  ip,
  username: { id: buyer?.id ?? "", username: buyer?.name ?? "" },
  marketing_consent: false,
  country: "US",
  postal_code: "60601",
});

/** What events say of a payment [SAND-02]. */
export const paymentSubject = (transaction: Transaction) => {
  const { id, basket, status, sequence, reference, lines, createdAt } = transaction;
  const total = cents(totalOf(lines) - discountOf(basket, lines));
  const customer = customerOf(basket);
  return {
    transaction_id: id,
    status: PAYMENT_STATUS[status],
    payment_sequence: sequence,
    created_at: moment(createdAt),
    price: money(total),
    price_paid: money(total),
    payment_method: { name: "Sandbox", refundable: true },
    fees: { tax: money(0), gateway: money(0) },
    customer,
    products: lines.map(({ package: one, quantity }) => ({
      id: one.id,
      name: one.name,
      type: one.type,
      quantity,
      base_price: money(one.price),
      paid_price: money(cents((one.price * quantity * (100 - basket.discount)) / 100)),
      variables: [],
      expires_at: null,
      custom: null,
      username: customer.username,
      servers: [],
    })),
    coupons: couponsOf(basket),
    gift_cards: [],
    recurring_payment_reference: reference,
    custom: basket.custom,
    revenue_share: [],
    decline_reason:
      status === "declined" ? { code: "insufficient_funds", message: "Insufficient Funds" } : null,
  };
};

/** What events say of a subscription. */
export const recurringSubject = (subscription: Subscription) => {
  const { reference, status, initial, last, line, createdAt, nextPaymentAt, cancelledAt } =
    subscription;
  return {
    reference,
    created_at: moment(createdAt),
    paused_at: null,
    paused_until: null,
    next_payment_at: moment(nextPaymentAt),
    status: RECURRING_STATUS[status],
    initial_payment: paymentSubject(initial),
    last_payment: paymentSubject(last),
    fail_count: 0,
    price: money(totalOf([line])),
    cancelled_at: cancelledAt === null ? null : moment(cancelledAt),
    cancel_reason: cancelledAt === null ? null : "Cancelled in the sandbox",
  };
};
