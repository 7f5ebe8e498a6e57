import { Link } from "@tanstack/react-router";
import { Check } from "lucide-react";
import { useEffect, useRef } from "react";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { cn } from "#client/lib/cn.ts";
import { CHECKOUT } from "#shared/shop-messages.ts";
import { SIGN_IN_WINDOW } from "#shared/sign-in-window-messages.ts";
import type { CheckoutStep } from "./step.ts";
import type { Checkout } from "./use-checkout.ts";

const TEXTS: Readonly<Record<CheckoutStep["at"], string>> = {
  preparing: CHECKOUT.preparing,
  "signing-in": CHECKOUT.signIn,
  window: CHECKOUT.inWindow,
  blocked: SIGN_IN_WINDOW.blocked,
  unsigned: CHECKOUT.notSignedIn,
  adding: CHECKOUT.adding,
  paying: CHECKOUT.paying,
  confirming: CHECKOUT.confirming,
  late: "",
};

const STEPS = [CHECKOUT.logInStep, CHECKOUT.payStep, CHECKOUT.creditStep];

/** In which of the steps one is, from 0; null before the first. */
const indexOf = (step: CheckoutStep | null): number | null =>
  step === null
    ? null
    : step.at === "paying"
      ? 1
      : step.at === "confirming" || step.at === "late"
        ? 2
        : 0;

/** The way to what one buys, and how far one has come on it. */
const Steps = ({ step }: { step: CheckoutStep | null }) => {
  const index = indexOf(step);
  return (
    <ol aria-label={CHECKOUT.steps} className="grid grid-cols-3 text-center text-sm">
      {STEPS.map((name, at) => {
        const isDone = index !== null && at < index;
        return (
          <li
            key={name}
            aria-current={at === index ? "step" : undefined}
            className={cn(
              "relative flex flex-col items-center gap-1.5 text-muted aria-[current]:font-semibold aria-[current]:text-accent-strong",
              at > 0 &&
                "before:absolute before:top-4 before:right-[calc(50%+1.4rem)] before:left-[calc(-50%+1.4rem)] before:border-t before:border-ground-500",
            )}
          >
            <span
              aria-hidden
              className={cn(
                "hexagon grid h-8 w-7 place-items-center font-display text-lg leading-none font-extrabold",
                isDone
                  ? "bg-moss text-ground-950"
                  : at === index
                    ? "bg-accent text-ground-950"
                    : "bg-ground-700 text-ink",
              )}
            >
              {isDone ? <Check className="size-4" strokeWidth={3} /> : at + 1}
            </span>
            {name}
            {isDone && <span className="sr-only"> {CHECKOUT.stepDone}</span>}
          </li>
        );
      })}
    </ol>
  );
};

const PurchasesLink = () => (
  <Link
    to="/member/purchases"
    className="font-semibold text-accent underline underline-offset-4 hover:text-accent-strong"
  >
    {CHECKOUT.purchases}
  </Link>
);

const isAsking = (step: CheckoutStep | null) => step?.at === "blocked" || step?.at === "unsigned";

/** What is under way, for eyes and for whoever listens to the page. */
const Progress = ({ step }: { step: CheckoutStep | null }) => (
  <output className="block text-sm leading-relaxed text-pretty text-muted empty:hidden">
    {step === null || isAsking(step) ? null : TEXTS[step.at]}
    {step?.at === "adding" && step.total > 1 && ` (${step.done + 1} of ${step.total})`}
  </output>
);

type CheckoutPanelProps = {
  checkout: Checkout;
  /** Whether the cart cannot be bought as it is. */
  isBlocked: boolean;
};

/** Below the cart: the button, what is under way, and what went wrong. */
export const CheckoutPanel = ({ checkout, isBlocked }: CheckoutPanelProps) => {
  const { step, isLocked, notice, begin, cancel, openWindow } = checkout;
  const button = useRef<HTMLButtonElement>(null);
  const wasLocked = useRef(false);
  const isAsked = step !== null && isAsking(step);
  useEffect(() => {
    // The window over the page has taken the focus away with it.
    if (wasLocked.current && !isLocked && document.activeElement === document.body)
      button.current?.focus();
    wasLocked.current = isLocked;
  }, [isLocked]);
  return (
    <div className="space-y-4">
      <Steps step={step} />
      {notice !== null && (
        <Alert kind={notice.kind}>
          <p className={notice.kind === "error" ? "text-ember" : undefined}>{notice.text}</p>
          {notice.hint !== null && (
            <p className="mt-2 text-sm text-muted">
              {notice.hint} <PurchasesLink />
            </p>
          )}
        </Alert>
      )}
      {isAsked && <Alert>{TEXTS[step.at]}</Alert>}
      {isAsked ? (
        <Button size="lg" className="w-full" onClick={openWindow}>
          {CHECKOUT.openWindow}
        </Button>
      ) : (
        <Button
          ref={button}
          size="lg"
          className="w-full"
          isBusy={isLocked}
          disabled={isBlocked && !isLocked}
          onClick={begin}
        >
          {CHECKOUT.begin}
        </Button>
      )}
      <Progress step={step} />
      {isLocked && step?.at !== "confirming" && (
        <Button variant="ghost" size="sm" className="w-full" onClick={cancel}>
          {CHECKOUT.cancel}
        </Button>
      )}
    </div>
  );
};
