import { Link } from "@tanstack/react-router";
import { Bell, ChevronDown, LogOut, ShoppingCart } from "lucide-react";
import { Suspense, useEffect, useEffectEvent, useLayoutEffect, useState } from "react";
import { BuyPoints, CountBadge, MemberAvatar, PointsText } from "#client/components/marks.tsx";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "#client/components/ui/dropdown-menu.tsx";
import { cart, useCart } from "#client/lib/cart.ts";
import { lazyPart } from "#client/lib/chunks.ts";
import { cn } from "#client/lib/cn.ts";
import { createEmitter } from "#client/lib/emitter.ts";
import { useLive } from "#client/lib/feed/live.ts";
import { onMarker } from "#client/lib/markers.ts";
import { isPreview } from "#client/lib/preview.ts";
import { firstAdminScreen } from "#client/lib/routing/admin-screens.ts";
import { inBackground } from "#client/lib/session/cause.ts";
import { type Identity, useIdentity } from "#client/lib/session/use-identity.ts";
import { useMay, useSession, useSessionActions } from "#client/lib/session/use-session.ts";
import { useSite } from "#client/lib/site.ts";
import { createPace } from "#client/lib/time.ts";
import { trpc } from "#client/lib/trpc.ts";
import { useUnread } from "#client/lib/use-unread.ts";
import { PERMISSIONS } from "#shared/constants/accounts.ts";
import { MEMBER_POLL_MS, MINUTE_MS } from "#shared/constants/time.ts";
import { MEMBER_NAV } from "#shared/member-area-messages.ts";
import { countedName, countText, isLongName } from "#shared/rules/lines.ts";
import { ADMIN_ENTRY, MEMBER_ENTRIES, TEXT_ENTRIES } from "./account-entries.ts";
import { MenuPlaceholder, PLACES } from "./bar.tsx";
import { DiscordIcon, RULES_ENTRY } from "./entries.tsx";

/** Who is signed in, and what is theirs. */
const AccountMenu = ({ member }: { member: Identity }) => {
  const { signOut } = useSessionActions();
  const user = useSession();
  const { name, email, picture, tier, points } = member;
  const { links, ruleTabs } = useSite();
  return (
    <DropdownMenu modal={false}>
      <DropdownMenuTrigger className="group flex h-12 w-full items-center gap-2.5 rounded-lg px-1.5 transition-colors hover:bg-ground-800 data-[state=open]:bg-ground-800">
        <MemberAvatar name={name} picture={picture} tier={tier} className="h-11 shrink-0" />
        <span
          className={cn(
            "flex-1 truncate text-left font-display font-bold tracking-wide text-ink transition-colors group-hover:text-accent-strong",
            isLongName(name) ? "text-base" : "text-xl",
          )}
        >
          <span className="sr-only">{MEMBER_NAV.accountMenuOf} </span>
          {name}
        </span>
        <ChevronDown
          className="mr-1 hidden size-4 shrink-0 text-faint transition-transform duration-200 group-data-[state=open]:rotate-180 lg:block"
          aria-hidden
        />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="w-64">
        <div className="flex items-center gap-3 px-3 pt-2 pb-2.5">
          <MemberAvatar name={name} picture={picture} tier={tier} className="h-13 shrink-0" />
          <div className="min-w-0">
            <p className="truncate font-display text-xl leading-tight font-extrabold">{name}</p>
            <p className="truncate text-sm text-muted">{email}</p>
            <p className="mt-0.5 flex text-sm font-semibold">
              <PointsText points={points} />
            </p>
          </div>
        </div>
        <DropdownMenuSeparator />
        {MEMBER_ENTRIES.map(({ label, icon: Icon, to }) => (
          <DropdownMenuItem key={to} asChild>
            <Link to={to}>
              <Icon aria-hidden />
              {label}
            </Link>
          </DropdownMenuItem>
        ))}
        {links.discord !== undefined && (
          <DropdownMenuItem asChild>
            <Link to="/discord" target="_blank" rel="noopener">
              <DiscordIcon />
              Discord
            </Link>
          </DropdownMenuItem>
        )}
        <DropdownMenuItem asChild>
          <Link to={firstAdminScreen(user)}>
            <ADMIN_ENTRY.icon aria-hidden />
            Admin
          </Link>
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        {TEXT_ENTRIES.filter((entry) => entry !== RULES_ENTRY || ruleTabs.length > 0).map(
          ({ label, icon: Icon, to }) => (
            <DropdownMenuItem key={to} asChild>
              <Link to={to}>
                <Icon aria-hidden />
                {label}
              </Link>
            </DropdownMenuItem>
          ),
        )}
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={() => void signOut()}>
          <LogOut aria-hidden />
          Log Out
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
};

const BADGE = /^\(\d+\+?\) /;

/** A title with the number of what is unread before it: "(3) Settings". None for 0. */
export const withBadge = (title: string, count: number): string => {
  const bare = title.replace(BADGE, "");
  return count > 0 ? `(${countText(count)}) ${bare}` : bare;
};

/**
 * Puts the number of what is unread before the title of the page, whoever writes that title and
 * whenever: each screen sets its own, and need not know of this.
 */
const useTitleBadge = (count: number) => {
  useEffect(() => {
    const show = (shown: number) => {
      const title = withBadge(document.title, shown);
      if (title !== document.title) document.title = title;
    };
    show(count);
    const observer = new MutationObserver(() => show(count));
    observer.observe(document.head, { subtree: true, childList: true, characterData: true });
    return () => {
      observer.disconnect();
      show(0);
    };
  }, [count]);
};

/** What is asked for anew where the feed is not there to cause it. */
const useRefetch = () => {
  const { tickets, notifications, members, links, points, orders } = trpc.useUtils();
  const [pace] = useState(() => createPace(inBackground));
  const own = () =>
    Promise.all([
      notifications.list.invalidate(),
      notifications.unread.invalidate(),
      members.overview.invalidate(),
    ]);
  const balance = () => {
    void members.membership.invalidate();
    void members.overview.invalidate();
    void points.statement.invalidate();
  };
  return {
    notifications: () => void pace("notifications", own),
    balance,
    /** What is not kept fresh by the screen that shows it, while the feed is down. */
    polled: () => {
      void tickets.list.invalidate();
      void tickets.counts.invalidate();
      void own();
      balance();
      void orders.invalidate();
      void links.list.invalidate();
    },
  };
};

/**
 * Keeps everything of the member area in step with the server, whatever screen is open: joins the feed
 * (lib/feed/refetch.ts), turns news of other tabs into refetches, polls while the feed is down, and
 * puts the number of unread notifications before the title of the page.
 */
const useMemberLive = () => {
  const user = useSession();
  const isSignedIn = user != null;
  const isLive = useLive(isSignedIn);
  const refetch = useRefetch();

  const onNotifications = useEffectEvent(() => inBackground(refetch.notifications));
  const onPoints = useEffectEvent(() => inBackground(refetch.balance));
  const poll = useEffectEvent(() => inBackground(refetch.polled));
  useEffect(() => {
    if (!isSignedIn) return undefined;
    return onMarker({
      onNotifications: () => onNotifications(),
      onPoints: () => onPoints(),
    });
  }, [isSignedIn]);
  useEffect(() => {
    if (!isSignedIn || isLive) return undefined;
    const timer = setInterval(() => poll(), MEMBER_POLL_MS);
    return () => clearInterval(timer);
  }, [isSignedIn, isLive]);

  useTitleBadge(useUnread());
};

const NotificationsBell = () => {
  const unread = useUnread();
  return (
    <Link
      to="/member/notifications"
      aria-label={countedName("Notifications", unread, "unread")}
      className={cn(
        PLACES.bell,
        "relative grid place-items-center rounded-lg text-muted transition-colors hover:bg-ground-800 hover:text-accent-strong",
      )}
    >
      <Bell className={cn("size-5.5", unread > 0 && "text-ink")} aria-hidden />
      <CountBadge count={unread} className="absolute top-0.5 left-5.5" />
    </Link>
  );
};

const CartLink = () => {
  const count = cart.count(useCart());
  return (
    <Link
      to="/shop/cart"
      aria-label={countedName("Cart", count, count === 1 ? "item" : "items")}
      className={cn(
        PLACES.bell,
        "relative grid place-items-center rounded-lg text-muted transition-colors hover:bg-ground-800 hover:text-accent-strong",
      )}
    >
      <ShoppingCart className={cn("size-5.5", count > 0 && "text-ink")} aria-hidden />
      <CountBadge count={count} className="absolute top-0.5 left-5.5" />
    </Link>
  );
};

const CommandPalette = lazyPart(() => import("./command-palette.tsx"));

/** Opens what finds people, tickets, orders and pages, for whoever has a button for it. */
export const palette = createEmitter();

/** The same by Ctrl-K, on every screen of the team [ADMIN-11]; it comes when it is first wanted. */
const Finder = () => {
  const [state, setState] = useState<"never" | "open" | "closed">("never");
  // Before anybody sees the bar, so that no key is lost.
  useLayoutEffect(() => {
    const open = () => setState("open");
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      open();
    };
    document.addEventListener("keydown", onKey);
    const leave = palette.subscribe(open);
    return () => {
      document.removeEventListener("keydown", onKey);
      leave();
    };
  }, []);
  return (
    state !== "never" && (
      <Suspense>
        <CommandPalette isOpen={state === "open"} onClose={() => setState("closed")} />
      </Suspense>
    )
  );
};

const PolicyPrompt = lazyPart(() => import("./policy-prompt.tsx"));

/** So long one is not asked again whether anything has changed. */
const ASKED_FRESH_MS = 10 * MINUTE_MS;

/** What has changed since one agreed to it, on every page but a previewed one. */
const ChangedPolicies = () => {
  const { data } = trpc.consents.asked.useQuery(undefined, {
    enabled: !isPreview(),
    retry: false,
    staleTime: ASKED_FRESH_MS,
  });
  if (data === undefined || data.length === 0) return null;
  return (
    <Suspense>
      <PolicyPrompt asked={data} />
    </Suspense>
  );
};

/**
 * A member's end of the bar: points, the bell with what is unread, the cart, who is signed in;
 * on phones bell and cart alone. As long as it stands, it keeps the member area live.
 */
const MemberBar = () => {
  useMemberLive();
  const member = useIdentity();
  const hasShop = useSite().shop !== null;
  const isOfTeam = useMay(PERMISSIONS);
  return (
    <div className={PLACES.row}>
      {isOfTeam && <Finder />}
      <ChangedPolicies />
      <div className={PLACES.points}>
        {member?.points !== undefined && (
          <div className="flex h-9 min-w-0 items-center gap-1 rounded-full border border-ground-600 bg-ground-900 pr-0.75 transition-colors focus-within:border-accent/70 hover:border-accent/70">
            <Link
              to="/member/points"
              title={MEMBER_NAV.seePoints}
              className="flex h-full min-w-0 items-center rounded-full pr-2 pl-2.5 font-display text-lg font-bold tracking-wide transition-colors hover:text-accent-strong"
            >
              <PointsText points={member.points} />
            </Link>
            <BuyPoints isSmall />
          </div>
        )}
      </div>
      <NotificationsBell />
      {hasShop && <CartLink />}
      <div className={PLACES.menu}>
        {member === undefined ? <MenuPlaceholder /> : <AccountMenu member={member} />}
      </div>
    </div>
  );
};

export default MemberBar;
