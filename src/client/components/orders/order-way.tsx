import { Check, Undo2 } from "lucide-react";
import { Moment } from "#client/components/marks.tsx";
import { cn } from "#client/lib/cn.ts";
import type { Order } from "#shared/schemas/orders.ts";
import { ORDER_CARD } from "#shared/shop-messages.ts";

/** `now` is what is waited for, `lost` where the way ended otherwise than it should. */
type StepState = "done" | "now" | "todo" | "lost";
type OrderStep = {
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

const DOTS: Record<StepState, string> = {
  done: "bg-moss text-ground-950",
  now: "bg-accent",
  todo: "bg-ground-600",
  lost: "bg-ember text-ground-950",
};
const LABELS: Record<StepState, string> = {
  done: "text-ink",
  now: "text-accent-strong",
  todo: "text-faint",
  lost: "text-ember",
};
/** What is said of a step to whoever does not see its colour. */
const SAID: Record<StepState, string> = {
  done: "",
  now: "Waited for: ",
  todo: "Not yet: ",
  lost: "",
};

const When = ({ step: { state, at, text } }: { step: OrderStep }) => {
  if (at !== null) return <Moment at={at} />;
  return text ?? (state === "now" ? "Waiting" : null);
};

const ALONG =
  "relative before:absolute @2xl:flex-1 @2xl:flex-col @2xl:items-start @2xl:gap-2 @2xl:pb-0 @2xl:last:flex-none @2xl:before:top-[0.6rem] @2xl:before:right-2 @2xl:before:bottom-auto @2xl:before:left-7 @2xl:before:h-px @2xl:before:w-auto";
/** On a narrow card: one below the other, or dots in a row of which one has its words. */
const NARROW = {
  down: "flex gap-3 pb-3 last:pb-0 before:top-6 before:bottom-0.5 before:left-[0.56rem] before:w-px last:before:hidden",
  dots: "flex items-center gap-2 before:hidden @2xl:not-last:before:block",
} as const;

type StepProps = {
  step: OrderStep;
  look: keyof typeof NARROW;
  /** Whether it is the one that says how far the order has come. */
  isCurrent: boolean;
};

const Step = ({ step, look, isCurrent }: StepProps) => {
  const { label, state } = step;
  return (
    <li
      className={cn(
        NARROW[look],
        ALONG,
        state === "done" ? "before:bg-moss/60" : "before:bg-ground-600",
      )}
    >
      <span
        aria-hidden
        className={cn(
          "hexagon grid h-5 w-[1.15rem] shrink-0 place-items-center",
          look === "down" && "mt-0.5 @2xl:mt-0",
          DOTS[state],
          state === "now" && "animate-pulse",
        )}
      >
        {state === "done" && <Check className="size-3" strokeWidth={3.5} />}
        {state === "lost" && <Undo2 className="size-3" strokeWidth={3} />}
      </span>
      <div
        className={cn(
          "flex min-w-0 flex-wrap items-baseline gap-x-2.5 @2xl:block @2xl:pr-3",
          look === "dots" && !isCurrent && "@max-2xl:sr-only",
        )}
      >
        <p
          className={cn(
            "font-display text-lg leading-6 font-bold tracking-wide display-case @2xl:leading-none",
            LABELS[state],
          )}
        >
          <span className="sr-only">{SAID[state]}</span>
          {label}
        </p>
        <p className="text-sm text-faint @2xl:mt-1 @2xl:leading-snug">
          <When step={step} />
        </p>
      </div>
    </li>
  );
};

/**
 * How far an order has come: along on a wide card, down on a narrow one, or there in one row where
 * it is to be short. Stands in a container.
 */
export const OrderWay = ({ order, isShort = false }: { order: Order; isShort?: boolean }) => {
  const steps = orderSteps(order);
  const current = steps.find(({ state }) => state === "now" || state === "lost") ?? steps.at(-1);
  return (
    <ol
      aria-label={ORDER_CARD.way(order.id)}
      className={cn("@2xl:flex", isShort && "@max-2xl:flex @max-2xl:gap-1.5")}
    >
      {steps.map((step) => (
        <Step
          key={step.label}
          step={step}
          look={isShort ? "dots" : "down"}
          isCurrent={step === current}
        />
      ))}
    </ol>
  );
};
