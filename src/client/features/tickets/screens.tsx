import { Link, type LinkProps, Outlet, useLocation } from "@tanstack/react-router";
import { Inbox, ListTodo, type LucideIcon, Plus, Trash2 } from "lucide-react";
import { createPortal } from "react-dom";
import { CountBadge } from "#client/components/marks.tsx";
import { cn } from "#client/lib/cn.ts";
import { useFocusMark, usePageMark } from "#client/lib/page-marks.ts";
import { FOREVER, PAGES, type ScreenLoader } from "#client/lib/routing/lazy-route.ts";
import type { TicketListSearch } from "#client/lib/routing/list-searches.ts";
import { withSearch } from "#client/lib/routing/with-search.tsx";
import { may, useMay } from "#client/lib/session/use-session.ts";
import { trpc } from "#client/lib/trpc.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import type { TicketStatus } from "#shared/constants/tickets.ts";
import { MEMBER_NAV } from "#shared/member-area-messages.ts";
import { countedName } from "#shared/rules/lines.ts";
import { listInputOf, TicketListScreen } from "./list-screen.tsx";

type Entry = {
  to: LinkProps["to"];
  /** Where it also stands. */
  alias?: string;
  label: string;
  icon: LucideIcon;
};

const ENTRIES: readonly Entry[] = [
  { to: "/member/tickets/new-ticket", label: "Create", icon: Plus },
  { to: "/member/tickets/open-tickets", alias: "/member/tickets", label: "Open", icon: Inbox },
  { to: "/member/tickets/closed-tickets", label: "Trash", icon: Trash2 },
];

const QUEUE = {
  to: "/member/tickets/queue",
  label: MEMBER_NAV.queue,
  icon: ListTodo,
} as const satisfies Entry;

const Entries = ({ className }: { className: string }) => {
  const { pathname } = useLocation();
  const { data } = trpc.tickets.counts.useQuery();
  const open = data?.open ?? 0;
  const path = pathname.replace(/\/$/, "");
  const entries: readonly Entry[] = useMay("tickets") ? [QUEUE, ...ENTRIES] : ENTRIES;
  return (
    <ul className={className}>
      {entries.map(({ to, alias, label, icon: Icon }) => {
        const count = label === "Open" ? open : 0;
        return (
          <li key={label} className="flex-1">
            <Link
              to={to}
              activeOptions={{ exact: true, includeSearch: false }}
              {...(path === alias && { "aria-current": "page" as const })}
              aria-label={countedName(label, count, count === 1 ? "ticket" : "tickets")}
              className="group flex flex-col items-center gap-0.5 rounded-xl px-1 py-1.5 font-display text-lg leading-none font-bold tracking-wide text-muted display-case transition-colors hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:text-accent-strong lg:gap-1.5 lg:py-3 lg:text-xl"
            >
              <span className="relative">
                <span
                  aria-hidden
                  className="hexagon grid aspect-[13/15] h-8 place-items-center bg-ground-700 transition-colors group-hover:bg-ground-600 group-aria-[current=page]:bg-accent group-aria-[current=page]:text-ground-950 lg:h-13"
                >
                  <Icon className="size-4 lg:size-6" />
                </span>
                <CountBadge
                  count={count}
                  className="absolute -top-1 left-[60%] ring-2 ring-ground-950 lg:top-0"
                />
              </span>
              {label}
            </Link>
          </li>
        );
      })}
    </ul>
  );
};

/**
 * Create, Open and Trash: beside the tickets on large screens, on the lower edge of small ones
 * [NAV-07]. The lower one stands outside the page, which moves while it fades in;
 * a mark of the page keeps room for it.
 */
const TicketsNav = () => {
  usePageMark("has-bottom-bar");
  useFocusMark("is-writing");
  return (
    <>
      <nav aria-label="Tickets" className="hidden lg:sticky lg:top-24 lg:block lg:self-start">
        <Entries className="flex flex-col gap-2" />
      </nav>
      {createPortal(
        <nav
          aria-label="Tickets"
          className="bottom-bar fixed inset-x-0 bottom-0 z-30 border-t border-ground-700 bg-ground-950/95 pb-[env(safe-area-inset-bottom)] backdrop-blur-md lg:hidden"
        >
          <Entries className="mx-auto flex h-16 max-w-md items-center px-3" />
        </nav>,
        document.body,
      )}
    </>
  );
};

/**
 * The frame of everything about tickets: its own navigation, and the screen that is open. The queue, which
 * stands beside a ticket, takes the room of the navigation where it does.
 */
export const TicketsLayout = () => {
  const isQueue = useLocation({ select: ({ pathname }) => pathname.startsWith(QUEUE.to) });
  return (
    <div
      className={cn(
        "lg:grid lg:grid-cols-[5.5rem_minmax(0,1fr)] lg:gap-x-8 xl:gap-x-10",
        isQueue && "min-[75rem]:block min-[75rem]:[&>nav]:hidden",
      )}
    >
      <TicketsNav />
      <div className="min-w-0">
        <Outlet />
      </div>
    </div>
  );
};

export const OpenTickets = withSearch<TicketListSearch>((props) => (
  <TicketListScreen status="Open" {...props} />
));
export const ClosedTickets = withSearch<TicketListSearch>((props) => (
  <TicketListScreen status="closed" {...props} />
));

const listLoader =
  (status: TicketStatus): ScreenLoader<TicketListSearch> =>
  ({ queries, site: { games, tickets }, user, search }) => {
    const input = listInputOf(status, search, {
      seesAll: may(user, "tickets"),
      games,
      tickets,
    });
    void queries.tickets.options.prefetch(undefined, FOREVER);
    void queries.tickets.list.prefetchInfinite({ ...input, limit: PAGE_SIZE }, PAGES);
  };

export const loadOpenTickets = listLoader("Open");
export const loadClosedTickets = listLoader("closed");
