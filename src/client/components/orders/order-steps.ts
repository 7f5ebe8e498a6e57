import type { Order } from "#shared/schemas/orders.ts";
import { ORDER_CARD } from "#shared/shop-messages.ts";

/** `now` is what is waited for, `lost` where the way ended otherwise than it should. */
export type StepState = "done" | "now" | "todo" | "lost";
export type OrderStep = {
  label: string;
  state: StepState;
  /** When it was done, where that is known. */
  at: string | null;
  /** Stands in place of the time. */
  text: string | null;
};

type Way = Pick<
  Order,
  "state" | "createdAt" | "paidAt" | "receivedAt" | "creditedAt" | "deliveries"
>;

const done = (label: string, at: string | null, text: string | null = null): OrderStep => ({
  label,
  state: "done",
  at,
  text,
});
const todo = (label: string, text: string | null = null): OrderStep => ({
  label,
  state: "todo",
  at: null,
  text,
});
const lost = (label: string): OrderStep => ({ label, state: "lost", at: null, text: null });

/** An order that was credited without Tebex's event was confirmed by an Admin. */
const received = ({ receivedAt, creditedAt }: Way) => {
  if (receivedAt !== null) return done("Received", receivedAt);
  return creditedAt === null
    ? todo("Received")
    : done("Received", null, ORDER_CARD.confirmedByAdmin);
};

const delivered = ({ deliveries: { done: handedOut, total } }: Way) => {
  if (total === 0) return [];
  const text = ORDER_CARD.handedOut(handedOut, total);
  return [handedOut === total ? done("Delivered", null, text) : todo("Delivered", text)];
};

/**
 * The way of an order: checkout, paid, received, credited, delivered in game. What is not done yet is
 * left out where it will never be.
 */
export const orderSteps = (order: Way): OrderStep[] => {
  const { state, createdAt, paidAt, creditedAt } = order;
  const basket = done("Checkout", createdAt);
  if (state === "abandoned") return [basket, lost("Never paid")];
  const steps = [
    basket,
    paidAt === null ? todo("Paid") : done("Paid", paidAt),
    received(order),
    creditedAt === null ? todo("Credited") : done("Credited", creditedAt),
    ...delivered(order),
  ];
  const isBroken = state === "refunded" || state === "disputed";
  if (isBroken)
    return [
      ...steps.filter((step) => step.state === "done"),
      lost(state === "refunded" ? "Refunded" : "Disputed"),
    ];
  const next = steps.find((step) => step.state === "todo");
  return steps.map((step) => (step === next ? Object.assign(step, { state: "now" }) : step));
};
