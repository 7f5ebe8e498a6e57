import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { LOGIN } from "#shared/account-messages.ts";
import { CHECKOUT } from "#shared/shop-messages.ts";
import type { CheckoutStep } from "./step.ts";
import type { Checkout } from "./use-checkout.ts";

const TEXTS: Readonly<Record<CheckoutStep["at"], string>> = {
  preparing: CHECKOUT.preparing,
  "signing-in": CHECKOUT.signIn,
  window: CHECKOUT.inWindow,
  blocked: LOGIN.popupBlocked,
  unsigned: CHECKOUT.notSignedIn,
  adding: CHECKOUT.adding,
  paying: CHECKOUT.paying,
  confirming: CHECKOUT.confirming,
  late: "",
};

const PurchasesLink = () => (
  <Link
    to="/member/purchases"
    className="font-semibold text-amber underline underline-offset-4 hover:text-amber-strong"
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
