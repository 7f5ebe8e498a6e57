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
import { CountBadge } from "#client/components/marks.tsx";
import { cn } from "#client/lib/cn.ts";
import { firstAdminScreen } from "#client/lib/routing/admin-screens.ts";
import { useStanding } from "#client/lib/session/use-identity.ts";
import { may, useSession } from "#client/lib/session/use-session.ts";
import { useSite } from "#client/lib/site.ts";
import { trpc } from "#client/lib/trpc.ts";
import { useUnread } from "#client/lib/use-unread.ts";
import { PERMISSIONS } from "#shared/constants/accounts.ts";
import { MEMBER_NAV } from "#shared/member-area-messages.ts";
import { SHELL } from "#shared/messages.ts";
import { countedName } from "#shared/rules/numbers.ts";

const UNITS = { open: "open", unread: "unread", trouble: SHELL.toLookAt } as const;

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
