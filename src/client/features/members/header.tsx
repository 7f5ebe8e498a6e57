import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { TierEmblem } from "#client/components/brand/tier-emblem.tsx";
import { MemberAvatar } from "#client/components/member-avatar.tsx";
import { BuyPoints, PointsText } from "#client/components/points.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { cn } from "#client/lib/cn.ts";
import { type Identity, useIdentity } from "#client/lib/session/use-identity.ts";
import type { Tier } from "#shared/constants/tiers.ts";
import { SHELL } from "#shared/messages.ts";
import { isLongName } from "#shared/rules/display-name.ts";
import { MEMBERS } from "#shared/settings-messages.ts";

/** Honeycomb that fades into the night. Decoration only. */
const Comb = () => {
  const id = useId();
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      className="absolute inset-0 -z-10 size-full text-night-600/60 [mask-image:linear-gradient(100deg,transparent_25%,#000_75%)]"
    >
      <defs>
        <pattern id={id} width="56" height="97" patternUnits="userSpaceOnUse">
          <path
            d="M28 0v16.200M28 16.200 0 32.300v32.400L28 80.800l28-16.100V32.300zM28 80.800V97"
            strokeWidth="1.2"
            className="fill-none stroke-current"
          />
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  );
};

const TIER_COLOURS: Record<Tier, string> = {
  Standard: "border-night-500 text-muted",
  Gold: "border-gold/50 text-gold",
  Diamond: "border-diamond/50 text-diamond",
  Vibranium: "border-vibranium/50 text-vibranium",
};

/** The subscription: its emblem and its name. */
const TierMark = ({ tier }: { tier: Tier }) => (
  <p
    className={cn(
      "flex h-9 items-center gap-2 rounded-full border bg-night-950/50 pr-4 pl-1.5 font-display text-lg leading-none font-bold tracking-wide uppercase",
      TIER_COLOURS[tier],
    )}
  >
    <TierEmblem tier={tier} className="size-7" />
    <span>
      <span className="sr-only">Subscription: </span>
      {tier}
    </span>
  </p>
);

/** The same places before and after it is known who is there: nothing below moves. */
const PLACES = {
  name: "mt-1 h-12 sm:mt-2 md:h-18",
  email: "mt-1 h-6 sm:mt-2 md:h-7",
  standing: "mt-3 h-19 sm:h-9",
};

const HeaderSkeleton = () => (
  <>
    <Skeleton className={cn(PLACES.name, "w-52 max-w-full")} />
    <Skeleton className={cn(PLACES.email, "w-64 max-w-full")} />
    <Skeleton className={cn(PLACES.standing, "w-56 max-w-full")} />
  </>
);

const HeaderText = ({ name, email, tier, points }: Identity) => (
  <>
    <p className={cn(PLACES.name, "flex items-center")}>
      <span
        className={cn(
          "headline line-clamp-2 wrap-anywhere",
          isLongName(name) ? "text-2xl md:text-4xl" : "text-4xl md:text-7xl",
        )}
      >
        {name}
      </span>
    </p>
    <p className={cn(PLACES.email, "truncate text-muted md:text-lg")} title={email}>
      {email}
    </p>
    <div
      className={cn(
        PLACES.standing,
        "flex flex-col items-start gap-1 sm:flex-row sm:items-center sm:gap-4",
      )}
    >
      <TierMark tier={tier} />
      <div className="flex min-w-0 items-center gap-3 sm:gap-4">
        <Link
          to="/member/points"
          title={SHELL.seePoints}
          className="flex h-9 min-w-0 items-center font-display text-2xl leading-none font-extrabold tracking-wide transition-colors hover:text-amber-strong md:text-3xl"
        >
          <PointsText points={points} />
        </Link>
        <BuyPoints />
      </div>
    </div>
  </>
);

/**
 * Who is signed in: picture in the frame of their tier, display name, address, subscription and
 * points [NAV-04].
 */
export const MemberHeader = () => {
  const identity = useIdentity();
  return (
    <div className="relative isolate overflow-clip border-b border-night-700 bg-[radial-gradient(46rem_20rem_at_12%_-10%,#223528,transparent),radial-gradient(40rem_18rem_at_95%_120%,rgb(185_122_18/0.14),transparent)]">
      <Comb />
      <div className="shell flex items-center gap-5 py-5 sm:gap-8 sm:py-8 md:py-12">
        <MemberAvatar
          name={identity?.name ?? ""}
          picture={identity?.picture ?? null}
          tier={identity?.tier}
          className="h-24 shrink-0 sm:h-36"
        />
        <div className="min-w-0">
          <p className="eyebrow">{MEMBERS.memberOf}</p>
          {identity === undefined ? <HeaderSkeleton /> : <HeaderText {...identity} />}
        </div>
      </div>
    </div>
  );
};
