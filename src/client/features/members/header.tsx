import { Link, type LinkProps, useLocation } from "@tanstack/react-router";
import {
  Bell,
  CalendarHeart,
  ChartNoAxesColumn,
  Coins,
  Gavel,
  type LucideIcon,
  ReceiptText,
  Settings,
  Shield,
  Ticket,
} from "lucide-react";
import { type ReactNode, useId } from "react";
import { TierEmblem } from "#client/components/brand/tier-emblem.tsx";
import { BuyPoints, CountBadge, MemberAvatar, PointsText } from "#client/components/marks.tsx";
import { Skeleton } from "#client/components/ui/alert.tsx";
import { cn } from "#client/lib/cn.ts";
import { firstAdminScreen } from "#client/lib/routing/admin-screens.ts";
import { type Identity, useIdentity, useStanding } from "#client/lib/session/use-identity.ts";
import { may, useSession } from "#client/lib/session/use-session.ts";
import { useOwnLang, useSite, useTierOf } from "#client/lib/site.ts";
import { trpc } from "#client/lib/trpc.ts";
import { useUnread } from "#client/lib/use-unread.ts";
import { PERMISSIONS } from "#shared/constants/accounts.ts";
import { MEMBER_NAV } from "#shared/member-area-messages.ts";
import { countedName, isLongName } from "#shared/rules/lines.ts";
import type { Emblem } from "#shared/schemas/community/play.ts";

const UNITS = { open: "open", unread: "unread", trouble: MEMBER_NAV.toLookAt } as const;

type Entry = {
  to: LinkProps["to"];
  label: string;
  icon: LucideIcon;
  /** What its badge counts. */
  unit?: keyof typeof UNITS;
  /** Where other screens of the module stand, when it is not below `to`. */
  below?: string;
};

/** The modules of the member area, each from the day on which its screen is there. */
const ENTRIES: readonly Entry[] = [
  { to: "/member/stats", label: "Stats", icon: ChartNoAxesColumn },
  { to: "/member/tickets", label: "Tickets", icon: Ticket, unit: "open" },
  { to: "/member/notifications", label: "Notifications", icon: Bell, unit: "unread" },
  { to: "/member/points", label: "Points", icon: Coins },
];
/** Only where the community has a shop, and tiers. */
const SUBSCRIPTION_ENTRY: Entry = {
  to: "/member/subscription",
  label: "Subscription",
  icon: CalendarHeart,
};
/** Only where the community has a shop. */
const PURCHASES_ENTRY: Entry = { to: "/member/purchases", label: "Purchases", icon: ReceiptText };
/** Only for those who have one. */
const STRIKES_ENTRY: Entry = { to: "/member/strikes", label: MEMBER_NAV.strikes, icon: Gavel };
const SETTINGS_ENTRY: Entry = { to: "/member/accountsettings", label: "Settings", icon: Settings };
const ADMIN_ENTRY: Omit<Entry, "to"> = {
  label: "Admin",
  icon: Shield,
  unit: "trouble",
  below: "/member/admin",
};

/** Whatever tab of a module is open, it is the module that is marked. */
const ANY_TAB = { includeSearch: false };

/** The way around the member area: a column on wide screens, a row of icons under the header on small ones. */
export const MemberNav = () => {
  const tickets = trpc.tickets.counts.useQuery();
  const { pathname } = useLocation();
  const { shop, tiers } = useSite();
  const hasShop = shop !== null;
  const user = useSession();
  const { hasAny: hasStrikes } = useStanding();
  const trouble = trpc.orders.trouble.useQuery(undefined, {
    enabled: hasShop && may(user, "orders"),
  });
  const entries: Entry[] = [
    ...ENTRIES,
    ...(hasShop && tiers.length > 0 ? [SUBSCRIPTION_ENTRY] : []),
    ...(hasShop ? [PURCHASES_ENTRY] : []),
    ...(hasStrikes ? [STRIKES_ENTRY] : []),
    SETTINGS_ENTRY,
    ...(may(user, PERMISSIONS) ? [{ ...ADMIN_ENTRY, to: firstAdminScreen(user) }] : []),
  ];
  const counts = {
    open: tickets.data?.open ?? 0,
    unread: useUnread(),
    trouble: (trouble.data?.flags ?? 0) + (trouble.data?.waiting ?? 0),
  };
  return (
    <nav
      aria-label="Member area"
      className="-mx-5 border-b border-ground-700 bg-ground-900 md:-mx-8 lg:sticky lg:top-24 lg:mx-0 lg:self-start lg:border-0 lg:bg-transparent"
    >
      <ul className="grid auto-cols-fr grid-flow-col px-1 sm:px-2 md:auto-cols-auto md:px-5 lg:flex lg:flex-col lg:gap-1 lg:border-l lg:border-ground-700 lg:p-0">
        {entries.map(({ to, label, icon: Icon, unit, below }) => {
          const count = unit === undefined ? 0 : counts[unit];
          return (
            <li key={label} className="group/entry min-w-0">
              <Link
                to={to}
                title={label}
                activeOptions={ANY_TAB}
                {...(below !== undefined &&
                  pathname.startsWith(below) && { "aria-current": "page" as const })}
                aria-label={unit && countedName(label, count, UNITS[unit])}
                className={cn(
                  "flex h-12 flex-col items-center justify-center gap-0.5 border-b-2 border-transparent font-display text-sm leading-none font-bold tracking-wide text-muted display-case transition-colors hover:bg-ground-800 hover:text-ink focus-visible:-outline-offset-2",
                  "aria-[current=page]:border-accent aria-[current=page]:text-accent-strong",
                  "lg:-ml-px lg:h-auto lg:min-h-12 lg:flex-row lg:justify-start lg:gap-2 lg:rounded-r-lg lg:leading-[1.2] lg:border-b-0 lg:border-l-2 lg:pr-1 lg:pl-3 lg:text-xl xl:gap-3 xl:pr-2 xl:pl-4 xl:text-2xl",
                  "lg:aria-[current=page]:bg-linear-to-r lg:aria-[current=page]:from-accent/10 lg:aria-[current=page]:to-transparent",
                )}
              >
                <span className="relative shrink-0 lg:contents">
                  <Icon className="size-5 shrink-0" aria-hidden />
                  <CountBadge
                    count={count}
                    // The last one grows to the left: the edge of the screen is on its right.
                    className="absolute -top-1.5 left-3.5 group-last/entry:-right-3 group-last/entry:left-auto lg:static lg:order-last lg:ml-auto"
                  />
                </span>
                <span className="max-md:sr-only">{label}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
};

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
          title={MEMBER_NAV.seePoints}
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
      title={MEMBER_NAV.seePoints}
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
