import { Link } from "@tanstack/react-router";
import { ArrowLeft, Trash2 } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { PackagePicture, StaleShop, usePackages } from "#client/components/orders/order-parts.tsx";
import { Page } from "#client/components/page.tsx";
import { QuantityStepper } from "#client/components/quantity-stepper.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Checkbox, Label } from "#client/components/ui/field.tsx";
import { messageOf } from "#client/lib/api-error.ts";
import { cart, useCart } from "#client/lib/cart.ts";
import { cn } from "#client/lib/cn.ts";
import { useForbidden } from "#client/lib/session/use-identity.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import {
  type CartLine,
  currencyOf,
  linesOf,
  subtotalOf,
  useRunningTiers,
} from "#client/lib/shop.ts";
import { useSite, useTierOf } from "#client/lib/site.ts";
import { toast } from "#client/lib/toast.ts";
import { LIMIT_PULSE_MS } from "#shared/constants/shop.ts";
import { dateFormat, moneyText, priceText } from "#shared/rules/format.ts";
import type { Obstacle } from "#shared/schemas/shop.ts";
import { CART, removedFromCart, SHOP } from "#shared/shop-messages.ts";

/** As often as the border pulses in that time. */
const PULSES = 3;
const PULSE = {
  animationDuration: `${LIMIT_PULSE_MS / PULSES}ms`,
  animationIterationCount: PULSES,
};

const unitText = ({ isSubscription, priceCents }: CartLine, currency: string) => {
  const price = priceText(priceCents / 100, currency);
  return isSubscription ? CART.renewed(price) : priceCents === 0 ? price : `${price} each`;
};

type CartRowProps = {
  line: CartLine;
  currency: string;
  /** Tebex gives no more of it: framed in red, and pulsing at first [SHOP-12]. */
  isLimited: boolean;
  isLocked: boolean;
  onQuantity: (quantity: number) => void;
  onRemove: () => void;
};

/** A thing in the cart, with what it comes to [SHOP-06]. */
const CartRow = ({ line, currency, isLimited, isLocked, onQuantity, onRemove }: CartRowProps) => {
  const { name, image, tier, isSubscription, quantity, priceCents, limit, problem } = line;
  return (
    <li
      data-limited={isLimited || undefined}
      style={isLimited ? PULSE : undefined}
      className={cn(
        "panel grid grid-cols-[4.5rem_minmax(0,1fr)] items-center gap-x-4 gap-y-4 p-4 @2xl:grid-cols-[5.5rem_minmax(0,1fr)_9.5rem_minmax(7.5rem,max-content)] @2xl:gap-x-6 @2xl:p-5",
        isLimited && "animate-limit border-ember",
      )}
    >
      <PackagePicture
        image={image}
        tier={tier}
        className={cn("size-18 @2xl:size-22", problem !== null && "opacity-60 grayscale")}
      />
      <div className="min-w-0">
        <h2 className="font-display text-2xl leading-tight font-extrabold wrap-anywhere @2xl:text-3xl">
          {name}
        </h2>
        <p className="text-[0.95rem] text-muted tabular-nums">{unitText(line, currency)}</p>
        {problem !== null && <p className="mt-1 font-semibold text-ember">{problem}</p>}
        {problem === null && limit !== null && (
          <p className={cn("mt-1 text-sm", quantity > limit ? "text-ember" : "text-muted")}>
            {CART.limitOf(limit)}
          </p>
        )}
        <Button
          variant="ghost"
          size="sm"
          aria-label={`Remove ${name}`}
          className="mt-1 -ml-3"
          disabled={isLocked}
          onClick={onRemove}
        >
          <Trash2 aria-hidden />
          Remove
        </Button>
      </div>
      <div className="col-span-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-3 @2xl:contents">
        {isSubscription || problem !== null ? (
          <p className="text-muted @2xl:text-center">
            {isSubscription ? "1 subscription" : `Quantity ${quantity}`}
          </p>
        ) : (
          <QuantityStepper
            name={name}
            quantity={quantity}
            isDisabled={isLocked}
            className="w-38"
            onChange={onQuantity}
          />
        )}
        <p
          className={cn(
            "ml-auto text-right font-display text-3xl leading-none font-extrabold tabular-nums",
            problem !== null && "text-faint line-through",
          )}
        >
          <span className="sr-only">Price: </span>
          {priceText((priceCents * quantity) / 100, currency)}
        </p>
      </div>
    </li>
  );
};

/** An open cart with nothing but the moon in it. Decoration only. */
const Moonlit = () => (
  <svg viewBox="0 0 200 150" className="w-52" aria-hidden="true" focusable="false">
    <path
      d="M128 12 158 29.500v35L128 82 98 64.500v-35z"
      className="fill-accent/15 stroke-accent/60"
    />
    <path d="M134 34a16 16 0 1 0 9 25 19 19 0 0 1-9-25z" className="fill-accent-strong" />
    <path
      d="M18 34h20l16 66h86l16-46H45"
      strokeWidth="6"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="fill-none stroke-ground-500"
    />
    <path
      d="M62 70h84M66 86h76M76 55l8 44M104 55v44M130 55l-6 44"
      strokeWidth="2"
      className="fill-none stroke-ground-600"
    />
    {[68, 126].map((x) => (
      <path
        key={x}
        d="M0-11 9.500-5.500v11L0 11-9.500 5.500v-11z"
        transform={`translate(${x} 124)`}
        strokeWidth="4"
        className="fill-ground-800 stroke-ground-500"
      />
    ))}
  </svg>
);

/** Nothing in the cart: the way back to the shop. */
const EmptyCart = () => (
  <div className="panel mt-8 flex flex-col items-center px-6 py-14 text-center">
    <Moonlit />
    <p className="headline mt-6 text-4xl">{CART.empty}</p>
    <p className="mt-3 max-w-md text-pretty text-muted">{CART.emptyText}</p>
    <Button asChild className="mt-7">
      <Link to="/shop">{CART.keepShopping}</Link>
    </Button>
  </div>
);

/** @param at where it stood among the single packages. */
const putBack = ({ isSubscription, package: pkg, quantity }: CartLine, at: number) => {
  if (isSubscription) cart.setSubscription(pkg);
  else if (cart.add(pkg, at)) cart.setQuantity(pkg.id, quantity);
};

const takeOut = (line: CartLine) => {
  const at = cart.read().single.findIndex((item) => item.package.id === line.package.id);
  cart.remove(line.package.id);
  const act = () => putBack(line, at);
  toast("info", removedFromCart(line.name), "site", { label: "Undo", act });
};

const setQuantity = ({ package: pkg, priceCents }: CartLine, quantity: number) => {
  if (!cart.setQuantity(pkg.id, quantity))
    toast("error", priceCents === 0 ? SHOP.oneFree : CART.full);
};

const longDay = dateFormat({ dateStyle: "long" });

/**
 * The tiers that go on beside one that is bought, each to be ticked before it is paid [SHOP-22].
 * @param bought null where no tier is bought.
 */
const useBeside = (bought: string | null) => {
  const running = useRunningTiers(bought);
  const tierOf = useTierOf();
  const [accepted, setAccepted] = useState<readonly string[]>([]);
  const tiers = (running ?? []).map(({ tier, isRenewed, endsAt }) => {
    const { title } = tierOf(tier);
    const text = isRenewed
      ? CART.keepsRenewing(title)
      : CART.keepsRunning(title, longDay(new Date(endsAt)));
    return { tier, text };
  });
  return {
    tiers,
    /** Whether it is known what has to be ticked, and all of it is. */
    isSettled: running !== undefined && tiers.every(({ tier }) => accepted.includes(tier)),
    isAccepted: (tier: string) => accepted.includes(tier),
    accept: (tier: string, isAccepted: boolean) => {
      const others = accepted.filter((one) => one !== tier);
      setAccepted(isAccepted ? [...others, tier] : others);
    },
  };
};

type CartScreenProps = {
  /** The package of which Tebex gives no more; null where there is none. */
  limitedId: number | null;
  /** Why packages cannot be bought now, by their ids. */
  obstacles: ReadonlyMap<number, Obstacle>;
  /** Whether a checkout is under way: the cart then stays as it is. */
  isLocked: boolean;
  /**
   * Stands under the subtotal: the way to pay.
   * @param isBlocked whether the cart cannot be bought as it is.
   */
  renderCheckout: (isBlocked: boolean) => ReactNode;
  /** Drawn whatever is in the cart, such as dialogs. */
  children?: ReactNode;
};

const CartContent = ({
  limitedId,
  obstacles,
  isLocked,
  renderCheckout,
}: Omit<CartScreenProps, "children">) => {
  const present = useCart();
  const { tiers } = useSite();
  const packages = usePackages();
  const heading = useRef<HTMLHeadingElement>(null);
  const sold = packages.data?.data;
  const lines = linesOf(present, sold, obstacles);
  const currency = currencyOf(sold, tiers);
  const forbidden = useForbidden("buying");
  const isAnyGone = lines.some(({ problem }) => problem !== null);
  const beside = useBeside(lines.find(({ isSubscription }) => isSubscription)?.tier ?? null);
  const onQuantity = (line: CartLine, quantity: number) => {
    if (quantity > 0) {
      setQuantity(line, quantity);
      return;
    }
    // The row goes, and the button that was pressed with it.
    heading.current?.focus({ preventScroll: true });
    takeOut(line);
  };
  return (
    <div className="shell pt-10 pb-20 md:pt-16">
      <p className="eyebrow">Shop</p>
      <h1 ref={heading} tabIndex={-1} className="headline mt-2 text-5xl outline-none md:text-7xl">
        {CART.title}
      </h1>
      {lines.length === 0 ? (
        <EmptyCart />
      ) : (
        <div className="mt-8 grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
          <div className="flex flex-col gap-4">
            {packages.data?.isStale === true && <StaleShop updatedAt={packages.data.updatedAt} />}
            {sold === undefined && packages.isError && (
              <Alert>{messageOf(packages.error) ?? SHOP.loadFailed}</Alert>
            )}
            <ul aria-label="Cart" className="@container flex flex-col gap-4">
              {lines.map((line) => (
                <CartRow
                  key={line.package.id}
                  line={line}
                  currency={currency}
                  isLimited={limitedId === line.package.id}
                  isLocked={isLocked}
                  onQuantity={(quantity) => onQuantity(line, quantity)}
                  onRemove={() => onQuantity(line, 0)}
                />
              ))}
            </ul>
          </div>
          <section
            aria-label="Summary"
            className="panel flex flex-col gap-5 p-5 sm:p-6 lg:sticky lg:top-24"
          >
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="text-lg text-muted">Subtotal</span>
              <output
                aria-label="Subtotal"
                className="font-display text-5xl leading-none font-black tabular-nums"
              >
                {moneyText(subtotalOf(lines), currency)}
              </output>
            </p>
            {isAnyGone && <Alert>{CART.blocked}</Alert>}
            {forbidden !== null && <Alert>{forbidden}</Alert>}
            {beside.tiers.length > 0 && (
              <div className="space-y-3">
                {beside.tiers.map(({ tier, text }) => (
                  <Label key={tier} className="flex min-h-11 items-center gap-3 leading-snug">
                    <Checkbox
                      disabled={isLocked}
                      checked={beside.isAccepted(tier)}
                      onCheckedChange={(checked) => beside.accept(tier, checked === true)}
                    />
                    {text}
                  </Label>
                ))}
                <Link
                  to="/member/subscription"
                  className="inline-flex min-h-6 items-center text-sm font-semibold text-accent underline underline-offset-4 hover:text-accent-strong"
                >
                  {CART.manageTier}
                </Link>
              </div>
            )}
            {renderCheckout(
              forbidden !== null || isAnyGone || sold === undefined || !beside.isSettled,
            )}
            <Button asChild variant="outline">
              <Link to="/shop">
                <ArrowLeft aria-hidden />
                {CART.continueShopping}
              </Link>
            </Button>
            <p className="text-sm leading-relaxed text-pretty text-faint">{CART.footnote}</p>
          </section>
        </div>
      )}
    </div>
  );
};

/** What one is about to buy [SHOP-18]. Nothing for guests. */
export const CartScreen = ({ children, ...props }: CartScreenProps) => {
  const user = useSession();
  return (
    <Page>
      {user != null && <CartContent key={user.id} {...props} />}
      {children}
    </Page>
  );
};
