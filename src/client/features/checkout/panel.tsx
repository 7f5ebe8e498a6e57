import { Link } from "@tanstack/react-router";
import { Check, PartyPopper } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { TierEmblem } from "#client/components/brand/tier-emblem.tsx";
import { OrderItems, Reviews } from "#client/components/orders/order-parts.tsx";
import { Emblem } from "#client/components/panels.tsx";
import { Alert, Skeleton } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogTitle,
} from "#client/components/ui/dialog.tsx";
import { cn } from "#client/lib/cn.ts";
import { useIdentity } from "#client/lib/session/use-identity.ts";
import { useSite, useTierOf } from "#client/lib/site.ts";
import { trpc } from "#client/lib/trpc.ts";
import { PLATFORM_NAMES } from "#shared/constants/accounts.ts";
import { dateFormat, pointsText, priceText } from "#shared/rules/format.ts";
import type { LinkedAccounts } from "#shared/schemas/accounts.ts";
import type { Order } from "#shared/schemas/orders.ts";
import { CHECKOUT } from "#shared/shop-messages.ts";
import { SIGN_IN_WINDOW } from "#shared/sign-in-window-messages.ts";
import type { CheckoutStep } from "./state.ts";
import type { Checkout } from "./use-checkout.ts";

/** The order is among the newest: it was made a moment ago. */
const NEWEST = { limit: 5 };
const longDay = dateFormat({ dateStyle: "long" });

/** "Steam (Rowan), Minecraft (rowan_a)"; null where no game account is linked. */
const namesOf = ({ steam, minecraft, epic }: LinkedAccounts): string | null => {
  const linked = [
    [PLATFORM_NAMES.steam, steam?.steamName],
    [PLATFORM_NAMES.minecraft, minecraft?.minecraftUsername],
    [PLATFORM_NAMES.epic, epic?.epicName],
  ].flatMap(([platform, name]) => (name === undefined ? [] : `${platform} (${name})`));
  return linked.length === 0 ? null : linked.join(", ");
};

const Line = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-4">
    <dt className="text-muted">{name}</dt>
    <dd className="font-display text-2xl leading-tight font-extrabold tabular-nums">{children}</dd>
  </div>
);

/** Until when the tier runs that was bought. */
const TierLine = ({ tier }: { tier: NonNullable<Order["tier"]> }) => {
  const { data } = trpc.orders.subscription.useQuery();
  const { title } = useTierOf()(tier);
  const end = data?.tiers.find((one) => one.tier === tier)?.endsAt;
  return (
    <p className="flex items-center gap-2.5 font-semibold">
      <TierEmblem tier={tier} className="size-8 shrink-0" />
      {end === undefined ? title : CHECKOUT.tierUntil(title, longDay(new Date(end)))}
    </p>
  );
};

/** What was bought, what it cost, and what it brought once the store's event has come. */
const Receipt = ({ order }: { order: Order }) => {
  const { brand } = useSite();
  const balance = useIdentity()?.points;
  const { total, currency, points, tier, creditedAt, payments } = order;
  const isWaiting = payments.some(({ review }) => review !== null);
  return (
    <section
      aria-label={CHECKOUT.receipt}
      className="space-y-3 rounded-lg border border-ground-700 bg-ground-950/40 p-4 text-left sm:p-5"
    >
      <h3 className="text-sm text-muted">Order #{order.id}</h3>
      <OrderItems order={order} />
      <dl className="space-y-1 border-t border-ground-700 pt-3">
        {total !== null && <Line name={CHECKOUT.total}>{priceText(total, currency)}</Line>}
        {points > 0 && (
          <Line name="Points">
            <span className="text-moss">
              +{pointsText(points)} {brand.currency}
            </span>
          </Line>
        )}
        {creditedAt !== null && balance !== undefined && (
          <Line name={CHECKOUT.newBalance}>
            {pointsText(balance)} {brand.currency}
          </Line>
        )}
      </dl>
      {tier !== null && <TierLine tier={tier} />}
      <Reviews order={order} />
      {creditedAt === null && !isWaiting && (
        <output className="block text-sm text-pretty text-muted">{CHECKOUT.arriving}</output>
      )}
    </section>
  );
};

const Content = ({ ident, onClose }: { ident: string; onClose: () => void }) => {
  const links = trpc.links.list.useQuery();
  const orders = trpc.orders.mine.useQuery(NEWEST);
  const order = orders.data?.items.find((one) => one.ident === ident);
  const linked = links.data === undefined ? undefined : namesOf(links.data);
  return (
    <div className="flex flex-col items-center gap-4 overflow-y-auto px-5 pt-10 pb-6 text-center sm:px-10 sm:pb-8">
      <Emblem icon={PartyPopper} kind="good" />
      <DialogTitle className="headline text-4xl sm:text-5xl">{CHECKOUT.thanksTitle}</DialogTitle>
      <div className="w-full max-w-md">
        {order !== undefined ? (
          <Receipt order={order} />
        ) : (
          orders.isPending && <Skeleton className="h-40 w-full" />
        )}
      </div>
      <DialogDescription className="max-w-md leading-relaxed text-pretty text-muted">
        {CHECKOUT.thanksText}{" "}
        {linked !== undefined && linked !== null && (
          <span className="text-ink">{CHECKOUT.linkedTo(linked)} </span>
        )}
        {linked !== null && (
          <Link
            to="/member/accountsettings"
            search={{ tab: "Accounts" }}
            onClick={onClose}
            className="font-semibold text-accent underline underline-offset-4 hover:text-accent-strong"
          >
            {CHECKOUT.links}
          </Link>
        )}
      </DialogDescription>
      {linked === null && (
        <Button asChild variant="outline" className="w-full max-w-md">
          <Link to="/member/accountsettings" search={{ tab: "Accounts" }} onClick={onClose}>
            {CHECKOUT.connect}
          </Link>
        </Button>
      )}
      <div className="mt-1 grid w-full max-w-md grid-cols-2 gap-3">
        <Button asChild variant="outline">
          <Link to="/member/purchases" search={order && { order: order.id }} onClick={onClose}>
            {CHECKOUT.seeOrder}
          </Link>
        </Button>
        <Button asChild variant="outline">
          <Link to="/shop" onClick={onClose}>
            {CHECKOUT.backToShop}
          </Link>
        </Button>
        <DialogClose asChild>
          <Button className="col-span-2">OK</Button>
        </DialogClose>
      </div>
    </div>
  );
};

type ThanksDialogProps = {
  /** The basket that was paid; null for none. */
  ident: string | null;
  onClose: () => void;
};

/** After a purchase that Tebex has confirmed: thanks, and what came of it [SHOP-17]. */
export const ThanksDialog = ({ ident, onClose }: ThanksDialogProps) => {
  // It stays while the dialog fades.
  const [shown, setShown] = useState(ident);
  if (ident !== null && ident !== shown) setShown(ident);
  return (
    <Dialog open={ident !== null} onOpenChange={(open) => !open && onClose()}>
      <DialogContent>{shown !== null && <Content ident={shown} onClose={onClose} />}</DialogContent>
    </Dialog>
  );
};

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
