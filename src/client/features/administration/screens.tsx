import { Link, Outlet, useLocation, useMatches } from "@tanstack/react-router";
import {
  CalendarDays,
  Gauge,
  Gavel,
  HeartPulse,
  History,
  Inbox,
  KeyRound,
  ListChecks,
  type LucideIcon,
  Newspaper,
  PanelsTopLeft,
  Plug,
  ReceiptText,
  Search,
  ShieldUser,
  UsersRound,
  Webhook,
} from "lucide-react";
import { useRef } from "react";
import { CountBadge } from "#client/components/marks.tsx";
import { Permitted } from "#client/components/permitted.tsx";
import { palette } from "#client/components/shell/member-bar.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { useScrollToCurrent } from "#client/components/ui/tabs.tsx";
import { type AdminScreen, neededFor } from "#client/lib/routing/admin-screens.ts";
import { forThose, FRESH_PAGES } from "#client/lib/routing/lazy-route.ts";
import type { UserListSearch } from "#client/lib/routing/list-searches.ts";
import { withSearch } from "#client/lib/routing/with-search.tsx";
import { ADMINS, may, useMay, useSession } from "#client/lib/session/use-session.ts";
import { useSite } from "#client/lib/site.ts";
import { trpc } from "#client/lib/trpc.ts";
import { ADMIN_NAV, PALETTE, TODAY } from "#shared/admin-messages.ts";
import { PERMISSIONS } from "#shared/constants/accounts.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import { MEMBER_POLL_MS } from "#shared/constants/time.ts";
import { MEMBER_NAV } from "#shared/member-area-messages.ts";
import { TITLES } from "#shared/messages.ts";
import { countedName } from "#shared/rules/lines.ts";
import { userInputOf, UsersScreen } from "./users-screen.tsx";

/** Where no mail confirms an address, Admins do: how many wait for that. */
const WaitingRegistrations = () => {
  const { hasMail } = useSite();
  const { data } = trpc.setup.waiting.useQuery(undefined, {
    enabled: !hasMail,
    refetchInterval: MEMBER_POLL_MS,
  });
  const count = data?.count ?? 0;
  if (hasMail || count === 0) return null;
  return (
    <Alert kind="info" className="my-3">
      {ADMIN_NAV.waiting(count)}{" "}
      <Link
        to="/member/admin/users"
        search={{ state: "unverified" }}
        className="font-semibold text-accent underline-offset-4 hover:underline"
      >
        {ADMIN_NAV.showWaiting}
      </Link>
    </Alert>
  );
};

type Entry = {
  to: AdminScreen;
  label: string;
  icon: LucideIcon;
  /** What its badge counts. */
  unit?: keyof typeof UNITS;
};

/** The screens of the administration, each for whoever may open it. */
const ENTRIES: readonly Entry[] = [
  { to: "/member/admin", label: TODAY.title, icon: Gauge },
  { to: "/member/admin/users", label: "Users", icon: UsersRound },
  { to: "/member/admin/strikes", label: "Strikes", icon: Gavel },
  { to: "/member/admin/team", label: TITLES.team, icon: ShieldUser },
  { to: "/member/admin/news", label: "News", icon: Newspaper },
  { to: "/member/admin/site", label: "Site", icon: PanelsTopLeft },
  { to: "/member/admin/calendar", label: TITLES.calendarEntries, icon: CalendarDays },
  { to: "/member/admin/audit", label: "Audit Log", icon: History },
  { to: "/member/admin/keys", label: "Bridge Keys", icon: KeyRound },
  { to: "/member/admin/webhooks", label: "Webhooks", icon: Webhook },
  { to: "/member/admin/setup", label: TITLES.setup, icon: ListChecks },
  { to: "/member/admin/providers", label: "Providers", icon: Plug },
  { to: "/member/admin/health", label: "Health", icon: HeartPulse, unit: "fail" },
];
/** Only where the community has a shop. */
const SHOP_ENTRIES: readonly Entry[] = [
  { to: "/member/admin/orders", label: "Orders", icon: ReceiptText, unit: "flags" },
  { to: "/member/admin/inbox", label: "Store Events", icon: Inbox, unit: "waiting" },
];
const UNITS = { flags: MEMBER_NAV.toLookAt, waiting: "waiting", fail: ADMIN_NAV.needsYou } as const;

/** The path of the screen, as the routes name it. */
const pathOf = (match: { fullPath: string } | undefined) =>
  match?.fullPath.replace(/\/$/, "") ?? "";

/** Whatever a screen is narrowed to, it is the screen that is marked. */
const ANY_SEARCH = { includeSearch: false };
/** Its address is the beginning of all others. */
const ALONE = { ...ANY_SEARCH, exact: true };

/** The way around the administration: a row that is scrolled on phones, and goes on below elsewhere. */
const AdminNav = () => {
  const hasShop = useSite().shop !== null;
  const user = useSession();
  const mayOpen = (screen: AdminScreen) => may(user, neededFor(screen));
  const orders = trpc.orders.trouble.useQuery(undefined, {
    enabled: hasShop && mayOpen("/member/admin/orders"),
  });
  const health = trpc.health.trouble.useQuery(undefined, {
    enabled: mayOpen("/member/admin/health"),
    refetchInterval: MEMBER_POLL_MS,
  });
  const counts = { ...orders.data, ...health.data };
  const entries = [...ENTRIES, ...(hasShop ? SHOP_ENTRIES : [])].filter(({ to }) => mayOpen(to));
  const { pathname } = useLocation();
  const row = useRef<HTMLUListElement>(null);
  useScrollToCurrent(row, pathname);
  return (
    <nav
      aria-label="Administration"
      className="-mx-5 mb-1 flex items-center border-b border-ground-700 sm:mx-0 md:-mx-8 lg:mx-0"
    >
      <ul
        ref={row}
        className="flex min-w-0 flex-1 gap-x-1 overflow-x-auto px-5 [scrollbar-width:none] sm:px-0 md:flex-wrap md:overflow-visible md:px-8 lg:gap-x-0 lg:px-0 min-[100rem]:gap-x-2 min-[120rem]:gap-x-4"
      >
        {entries.map(({ to, label, icon: Icon, unit }) => {
          const count = unit === undefined ? 0 : (counts[unit] ?? 0);
          return (
            <li key={label} className="flex-none">
              <Link
                to={to}
                activeOptions={to === "/member/admin" ? ALONE : ANY_SEARCH}
                aria-label={unit && countedName(label, count, UNITS[unit])}
                className="relative flex min-h-11 items-center justify-center gap-2 border-b-2 border-transparent px-1.5 font-display text-lg leading-none font-bold tracking-wide whitespace-nowrap text-muted display-case transition-colors hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:border-accent aria-[current=page]:text-accent-strong sm:text-xl lg:px-1 lg:text-base min-[100rem]:px-1.5 min-[100rem]:text-lg min-[120rem]:text-xl"
              >
                <Icon className="size-5 shrink-0 max-2xl:hidden" aria-hidden />
                {label}
                {/* Its place is kept: what comes after it stands still when the number comes. */}
                {unit !== undefined && (
                  <span className="w-2.5">
                    <CountBadge count={count} className="absolute top-0 right-0" />
                  </span>
                )}
              </Link>
            </li>
          );
        })}
      </ul>
      <Button
        variant="ghost"
        size="sm"
        className="max-md:h-11"
        aria-keyshortcuts="Control+K"
        title={PALETTE.open}
        onClick={() => palette.emit()}
      >
        <Search aria-hidden />
        <span className="sr-only">{PALETTE.open}</span>
        <kbd className="font-sans text-xs text-faint max-2xl:hidden">{PALETTE.hint}</kbd>
      </Button>
    </nav>
  );
};

/** The frame of the administration: the row of its screens, and the one that is open [ADMIN-06]. */
export const AdminLayout = () => {
  const screen = useMatches({ select: (matches) => pathOf(matches.at(-1)) });
  const isOfTeam = useMay(PERMISSIONS);
  const isAdmin = useMay(ADMINS);
  return (
    <>
      {isOfTeam && <AdminNav />}
      {isAdmin && <WaitingRegistrations />}
      <Permitted key={screen} needed={neededFor(screen)} title="Administration">
        <Outlet />
      </Permitted>
    </>
  );
};

export const Users = withSearch(UsersScreen);

export const loadUsers = forThose<UserListSearch>("members", ({ queries, search, site }) => {
  const input = { ...userInputOf(search, site.tiers), sort: search.sort, limit: PAGE_SIZE };
  void queries.administration.users.prefetchInfinite(input, FRESH_PAGES);
});
