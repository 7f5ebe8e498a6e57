import { useEffect, useState } from "react";
import { TierEmblem } from "#client/components/brand/tier-emblem.tsx";
import { Moment, TimeAgo } from "#client/components/marks.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { cn } from "#client/lib/cn.ts";
import { useSite, useTierOf } from "#client/lib/site.ts";
import { trpc } from "#client/lib/trpc.ts";
import type { OrderState } from "#shared/constants/shop.ts";
import { moneyText, pointsText, priceText } from "#shared/rules/format.ts";
import type { Order, OrderItem } from "#shared/schemas/orders.ts";
import { ORDER_CARD, REVIEW_HINT, REVIEWS, SHOP } from "#shared/shop-messages.ts";

/** Coins of the den, for packages that bring no picture. */
const Coins = () => (
  <svg viewBox="0 0 100 100" aria-hidden="true" focusable="false" className="size-full p-[18%]">
    {[
      [50, 26],
      [27, 66],
      [73, 66],
    ].map(([x, y]) => (
      <g key={x} transform={`translate(${x} ${y})`}>
        <path d="M0-25 21.700-12.500v25L0 25-21.700 12.500v-25z" className="fill-accent-deep" />
        <path d="M0-19 16.500-9.500v19L0 19-16.500 9.500v-19z" className="fill-accent" />
        <path
          d="M0-10 8.700-5v10L0 10-8.700 5v-10z"
          strokeWidth="3"
          className="fill-none stroke-accent-deep"
        />
      </g>
    ))}
  </svg>
);

type PackagePictureProps = {
  /** A path on this site; null where Tebex has none. */
  image: string | null;
  /** A tier shows its emblem, whatever picture Tebex has. */
  tier?: string | null;
  className?: string;
};

/** What a package of the shop looks like. Decoration: its name stands beside it. */
export const PackagePicture = ({ image, tier = null, className }: PackagePictureProps) => {
  const [broken, setBroken] = useState<string | null>(null);
  if (tier !== null) return <TierEmblem tier={tier} className={className} />;
  return (
    <span
      className={cn(
        "block shrink-0 overflow-hidden rounded-xl bg-[radial-gradient(circle_at_50%_35%,var(--color-glow-bright),var(--color-panel)_75%)]",
        className,
      )}
    >
      {image === null || image === broken ? (
        <Coins />
      ) : (
        <img
          src={image}
          alt=""
          width={240}
          height={240}
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
          onError={() => setBroken(image)}
        />
      )}
    </span>
  );
};

/** Says that Tebex is silent, and how old what is shown is. @param props.updatedAt ISO time. */
export const StaleShop = ({ updatedAt, className }: { updatedAt: string; className?: string }) => (
  <Alert kind="info" className={className}>
    {SHOP.staleBefore} <TimeAgo at={updatedAt} />
    {SHOP.staleAfter}
  </Alert>
);

/** While Tebex does not answer, what it says is asked for anew so often. */
const RETRY_MS = 30_000;

/**
 * What the shop sells. Comes back by itself once a Tebex that was silent answers again; a failure is
 * logged [SHOP-01].
 */
export const usePackages = () => {
  const packages = trpc.shop.packages.useQuery(undefined, {
    enabled: useSite().shop !== null,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) =>
      state.data?.isStale === true || state.status === "error" ? RETRY_MS : false,
  });
  const { error } = packages;
  useEffect(() => {
    if (error !== null) console.warn("The packages could not be loaded.", error);
  }, [error]);
  return packages;
};

/** How an order stands, in words. */
export const ORDER_STATE_NAMES: Readonly<Record<OrderState, string>> = {
  open: "Open",
  paid: "Paid",
  refunded: "Refunded",
  disputed: "Disputed",
  abandoned: "Never paid",
};

const ORDER_STATE_TONES: Readonly<Record<OrderState, string>> = {
  open: "bg-accent/15 text-accent-strong",
  paid: "bg-moss/15 text-moss",
  refunded: "bg-ground-700 text-ink",
  disputed: "bg-ember/15 text-ember",
  abandoned: "bg-ground-700 text-muted",
};

/** What an order has, with one line for each package: a payment can have several of one. */
export const itemsByPackage = (items: readonly OrderItem[]): OrderItem[] => {
  const lines = new Map<number, OrderItem>();
  for (const item of items) {
    const line = lines.get(item.packageId);
    lines.set(item.packageId, {
      ...item,
      quantity: (line?.quantity ?? 0) + item.quantity,
      price: (line?.price ?? 0) + item.price,
    });
  }
  return [...lines.values()];
};

/** How an order stands, in a word. */
export const OrderStateMark = ({ state }: Pick<Order, "state">) => (
  <span
    className={cn(
      "rounded-full px-2.5 py-0.5 text-xs leading-5 font-semibold whitespace-nowrap",
      ORDER_STATE_TONES[state],
    )}
  >
    {ORDER_STATE_NAMES[state]}
  </span>
);

/** What an order is about, each with what its line costs. */
export const OrderItems = ({ order: { id, items, currency } }: { order: Order }) => (
  <ul aria-label={ORDER_CARD.parts(id)} className="space-y-1">
    {itemsByPackage(items).map(({ packageId, name, quantity, price }) => (
      <li key={packageId} className="flex items-baseline gap-x-4">
        <span className="min-w-0 flex-1 wrap-anywhere">
          {quantity > 1 && <span className="text-muted tabular-nums">{quantity} × </span>}
          <span className="font-semibold text-ink">{name}</span>
        </span>
        <span className="shrink-0 text-muted tabular-nums">{priceText(price, currency)}</span>
      </li>
    ))}
  </ul>
);

/** What an order has brought to its buyer, and still does. */
export const OrderGain = ({ order: { points, tier, state } }: { order: Order }) => {
  const { brand } = useSite();
  const tierOf = useTierOf();
  if (points === 0 && (tier === null || state === "refunded")) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 font-display text-xl leading-none font-extrabold tracking-wide">
      {points > 0 && (
        <span className="text-moss tabular-nums">
          +{pointsText(points)} {brand.currency}
        </span>
      )}
      {tier !== null && (
        <span className="flex items-center gap-1.5">
          <TierEmblem tier={tier} className="size-6" />
          {tierOf(tier).name}
        </span>
      )}
    </p>
  );
};

/** Payments that an Admin has to confirm before they give anything, and why. */
export const Reviews = ({ order: { payments } }: { order: Order }) =>
  payments.map(
    ({ id, review }) =>
      review !== null && (
        <Alert key={id} kind="info">
          <p className="font-semibold">{REVIEWS[review]}</p>
          <p className="mt-1 text-sm text-muted">{REVIEW_HINT}</p>
        </Alert>
      ),
  );

const LATER_NAMES = { renewal: "Renewed", repeat: "Paid again" } as const;

/** The payments that a subscription made after the first one, and any other. */
export const Renewals = ({ order: { id, payments, currency } }: { order: Order }) => {
  const { brand } = useSite();
  const renewals = payments.flatMap(({ sequence, ...payment }) =>
    sequence === "first" ? [] : [{ ...payment, name: LATER_NAMES[sequence] }],
  );
  if (renewals.length === 0) return null;
  return (
    <ul
      aria-label={ORDER_CARD.laterPayments(id)}
      className="divide-y divide-ground-700 rounded-lg border border-ground-700 bg-ground-950/40 text-sm"
    >
      {renewals.map(({ id: paymentId, name, paidAt, amount, points }) => (
        <li key={paymentId} className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 px-3.5 py-2">
          <span className="font-semibold text-ink">{name}</span>
          <Moment at={paidAt} className="text-faint" />
          <span className="ml-auto text-muted tabular-nums">{moneyText(amount, currency)}</span>
          <span className={cn("tabular-nums", points > 0 ? "text-moss" : "text-faint")}>
            {points > 0 && "+"}
            {pointsText(points)} {brand.currency}
          </span>
        </li>
      ))}
    </ul>
  );
};
