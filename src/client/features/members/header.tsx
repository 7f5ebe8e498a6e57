import { Link } from "@tanstack/react-router";
import { type ReactNode, useId } from "react";
import { TierEmblem } from "#client/components/brand/tier-emblem.tsx";
import { BuyPoints, MemberAvatar, PointsText } from "#client/components/marks.tsx";
import { Skeleton } from "#client/components/ui/skeleton.tsx";
import { cn } from "#client/lib/cn.ts";
import { type Identity, useIdentity } from "#client/lib/session/use-identity.ts";
import { useOwnLang, useSite, useTierOf } from "#client/lib/site.ts";
import { SHELL } from "#shared/messages.ts";
import { isLongName } from "#shared/rules/lines.ts";
import type { Emblem } from "#shared/schemas/community/play.ts";

/** Honeycomb that fades into the night. Decoration only. */
const Comb = () => {
  const id = useId();
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      className="absolute inset-0 -z-10 size-full text-ground-600/60 [mask-image:linear-gradient(100deg,transparent_25%,#000_75%)]"
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

const COLOURS: Record<Emblem, string> = {
  plain: "border-ground-500 text-muted",
  laurel: "border-laurel/50 text-laurel",
  crystal: "border-crystal/50 text-crystal",
  blades: "border-blades/50 text-blades",
};

const TierName = ({ name, className }: { name: string; className?: string }) => (
  <span>
    <span className="sr-only">Subscription: </span>
    <span className={className}>{name}</span>
  </span>
);

/** The subscription: its emblem and its name. */
const TierMark = ({ tier }: { tier: string }) => {
  const { name, emblem } = useTierOf()(tier);
  return (
    <p
      className={cn(
        "flex h-9 items-center gap-2 rounded-full border bg-ground-950/50 pr-4 pl-1.5 font-display text-lg leading-none font-bold tracking-wide display-case",
        COLOURS[emblem],
      )}
    >
      <TierEmblem tier={tier} className="size-7" />
      <TierName name={name} />
    </p>
  );
};

/** The same places before and after it is known who is there: nothing below moves. */
const PLACES = {
  name: "mt-1 h-12 sm:mt-2 md:h-18 short:mt-0 short:h-10",
  email: "mt-1 h-6 sm:mt-2 md:h-7 short:mt-0",
  standing: "mt-3 h-19 sm:h-9 short:mt-2",
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
          isLongName(name) ? "text-2xl md:text-4xl" : "text-4xl md:text-7xl short:text-4xl",
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
      {useSite().tiers.length > 0 &&
        (tier === undefined ? (
          <Skeleton className="h-9 w-36 rounded-full!" />
        ) : (
          <TierMark tier={tier} />
        ))}
      <div className="flex min-w-0 items-center gap-3 sm:gap-4">
        <Link
          to="/member/points"
          title={SHELL.seePoints}
          className="flex h-9 min-w-0 items-center font-display text-2xl leading-none font-extrabold tracking-wide transition-colors hover:text-accent-strong md:text-3xl"
        >
          <PointsText points={points} />
        </Link>
        <BuyPoints />
      </div>
    </div>
  </>
);

type FrameProps = {
  identity: Identity | undefined;
  /** Classes of the ground, of the row on it, and of the picture. */
  ground: string;
  row: string;
  avatar: string;
  children: ReactNode;
};

/** Both headers: the night with its honeycomb, and the picture in the frame of the tier. */
const Frame = ({ identity, ground, row, avatar, children }: FrameProps) => (
  <div className={cn("relative isolate overflow-clip border-b border-ground-700", ground)}>
    <Comb />
    <div className={cn("shell flex items-center", row)}>
      <MemberAvatar
        name={identity?.name ?? ""}
        picture={identity?.picture ?? null}
        tier={identity?.tier}
        className={cn("shrink-0", avatar)}
      />
      {children}
    </div>
  </div>
);

/**
 * Who is signed in: picture in the frame of their tier, display name, address, subscription and
 * points [NAV-04].
 */
export const MemberHeader = () => {
  const identity = useIdentity();
  const { texts } = useSite();
  const own = useOwnLang();
  return (
    <Frame
      identity={identity}
      ground="bg-[radial-gradient(46rem_20rem_at_12%_-10%,var(--color-glow-strong),transparent),radial-gradient(40rem_18rem_at_95%_120%,color-mix(in_srgb,var(--color-accent-deep)_14%,transparent),transparent)]"
      row="gap-5 py-5 sm:gap-8 sm:py-8 md:py-12 short:py-3"
      avatar="h-24 sm:h-36 short:h-28"
    >
      <div className="min-w-0">
        <p {...own} className="eyebrow short:hidden">
          {texts.member}
        </p>
        {identity === undefined ? <HeaderSkeleton /> : <HeaderText {...identity} />}
      </div>
    </Frame>
  );
};

const LineTier = ({ tier }: { tier: string }) => {
  const { name, emblem } = useTierOf()(tier);
  if (useSite().tiers.length === 0) return null;
  return (
    <p
      title={name}
      className={cn(
        "absolute bottom-1 left-11 flex shrink-0 items-center gap-1.5 font-display text-lg leading-none font-bold tracking-wide display-case md:static",
        COLOURS[emblem],
      )}
    >
      <TierEmblem tier={tier} className="size-6 md:size-8" />
      <TierName name={name} className="sr-only md:not-sr-only" />
    </p>
  );
};

const LineText = ({ name, email, tier, points }: Identity) => (
  <>
    <div className="min-w-0 flex-1 md:flex md:items-baseline md:gap-4">
      <p
        className="truncate font-display text-xl leading-6 font-extrabold tracking-wide display-case md:shrink-0 md:text-2xl"
        title={name}
      >
        {name}
      </p>
      <p
        className="truncate text-[0.8125rem] leading-5 text-muted sm:text-sm md:text-base"
        title={email}
      >
        {email}
      </p>
    </div>
    {tier !== undefined && <LineTier tier={tier} />}
    <Link
      to="/member/points"
      title={SHELL.seePoints}
      className="flex h-9 shrink-0 items-center font-display text-lg leading-none font-extrabold tracking-wide transition-colors hover:text-accent-strong md:ml-3 md:text-2xl"
    >
      <PointsText points={points} />
    </Link>
    <BuyPoints />
  </>
);

/** The same in one line, for screens that are about something else than who one is [NAV-04]. */
export const MemberLine = () => {
  const identity = useIdentity();
  return (
    <Frame
      identity={identity}
      ground="bg-[radial-gradient(36rem_10rem_at_12%_-60%,var(--color-glow-strong),transparent),radial-gradient(30rem_8rem_at_95%_160%,color-mix(in_srgb,var(--color-accent-deep)_14%,transparent),transparent)]"
      row="relative h-14 gap-3.5 sm:gap-4"
      avatar="h-11"
    >
      {identity === undefined ? <Skeleton className="h-6 w-56" /> : <LineText {...identity} />}
    </Frame>
  );
};
