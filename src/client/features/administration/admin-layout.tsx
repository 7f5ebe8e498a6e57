import { Link, type LinkProps, Outlet, useLocation } from "@tanstack/react-router";
import {
  CalendarDays,
  Gauge,
  History,
  Inbox,
  KeyRound,
  type LucideIcon,
  Newspaper,
  PanelsTopLeft,
  Plug,
  ReceiptText,
  Search,
  UsersRound,
} from "lucide-react";
import { useRef } from "react";
import { CountBadge } from "#client/components/count-badge.tsx";
import { palette } from "#client/components/shell/member-bar.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { useScrollToCurrent } from "#client/components/ui/use-scroll-to-current.ts";
import { useSession } from "#client/lib/session/use-session.ts";
import { useSite } from "#client/lib/site.ts";
import { trpc } from "#client/lib/trpc.ts";
import { PALETTE, TODAY } from "#shared/admin-messages.ts";
import { CALENDAR_ADMIN } from "#shared/calendar-messages.ts";
import { MESSAGES, SHELL } from "#shared/messages.ts";
import { countedName } from "#shared/rules/numbers.ts";

type Entry = {
  to: LinkProps["to"];
  label: string;
  icon: LucideIcon;
  /** What its badge counts. */
  unit?: "flags" | "waiting";
};

/** The screens of the administration, each from the day on which it is there. */
const ENTRIES: readonly Entry[] = [
  { to: "/member/admin", label: TODAY.title, icon: Gauge },
  { to: "/member/admin/users", label: "Users", icon: UsersRound },
  { to: "/member/admin/news", label: "News", icon: Newspaper },
  { to: "/member/admin/site", label: "Site", icon: PanelsTopLeft },
  { to: "/member/admin/calendar", label: CALENDAR_ADMIN.title, icon: CalendarDays },
  { to: "/member/admin/audit", label: "Audit Log", icon: History },
  { to: "/member/admin/keys", label: "Bridge Keys", icon: KeyRound },
  { to: "/member/admin/providers", label: "Providers", icon: Plug },
];
/** Only where the community has a shop. */
const SHOP_ENTRIES: readonly Entry[] = [
  { to: "/member/admin/orders", label: "Orders", icon: ReceiptText, unit: "flags" },
  { to: "/member/admin/inbox", label: "Store Events", icon: Inbox, unit: "waiting" },
];
const UNITS = { flags: SHELL.toLookAt, waiting: "waiting" } as const;

/** Whatever a screen is narrowed to, it is the screen that is marked. */
const ANY_SEARCH = { includeSearch: false };
/** Its address is the beginning of all others. */
const ALONE = { ...ANY_SEARCH, exact: true };

/** The way around the administration: a row that is scrolled where it has no room. */
const AdminNav = () => {
  const hasShop = useSite().shop !== null;
  const { data } = trpc.orders.trouble.useQuery(undefined, { enabled: hasShop });
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
        className="flex min-w-0 flex-1 gap-x-1 overflow-x-auto px-5 [scrollbar-width:none] sm:gap-x-4 sm:px-0 md:px-8 lg:px-0"
      >
        {[...ENTRIES, ...(hasShop ? SHOP_ENTRIES : [])].map(({ to, label, icon: Icon, unit }) => {
          const count = unit === undefined ? 0 : (data?.[unit] ?? 0);
          return (
            <li key={label} className="flex-none">
              <Link
                to={to}
                activeOptions={to === "/member/admin" ? ALONE : ANY_SEARCH}
                aria-label={unit && countedName(label, count, UNITS[unit])}
                className="flex min-h-11 items-center justify-center gap-2 border-b-2 border-transparent px-1.5 font-display text-lg leading-none font-bold tracking-wide whitespace-nowrap text-muted display-case transition-colors hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:border-accent aria-[current=page]:text-accent-strong sm:text-xl"
              >
                <Icon className="size-5 shrink-0 max-2xl:hidden" aria-hidden />
                {label}
                <CountBadge count={count} />
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
        <kbd className="font-sans text-xs text-faint max-md:hidden">{PALETTE.hint}</kbd>
      </Button>
    </nav>
  );
};

/** The frame of the administration, which only Admins see [ADMIN-06]. */
export const AdminLayout = () => {
  const isAdmin = useSession()?.role === "Admin";
  if (!isAdmin)
    return (
      <>
        <h1 className="headline text-3xl md:text-4xl">Administration</h1>
        <p role="alert" className="mt-4 text-xl font-semibold text-ember">
          {MESSAGES.accessDenied}
        </p>
      </>
    );
  return (
    <>
      <AdminNav />
      <Outlet />
    </>
  );
};
