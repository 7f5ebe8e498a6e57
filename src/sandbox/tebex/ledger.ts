import { cents, type SandboxPackage } from "./catalogue.ts";

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
export const RECURRING_STATUS = {
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
export const discountOf = ({ discount }: Basket, lines: readonly Line[]): number =>
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
