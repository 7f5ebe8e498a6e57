import { useEffect, useState } from "react";
import { cn } from "#client/lib/cn.ts";
import { useSite } from "#client/lib/site.ts";
import { trpc } from "#client/lib/trpc.ts";
import { SHOP } from "#shared/shop-messages.ts";
import { TierEmblem } from "./brand/tier-emblem.tsx";
import { TimeAgo } from "./time-ago.tsx";
import { Alert } from "./ui/alert.tsx";

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
