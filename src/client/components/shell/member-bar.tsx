import { Link } from "@tanstack/react-router";
import { Bell, ShoppingCart } from "lucide-react";
import { Suspense, useLayoutEffect, useState } from "react";
import { CountBadge } from "#client/components/count-badge.tsx";
import { BuyPoints, PointsText } from "#client/components/points.tsx";
import { cart, useCart } from "#client/lib/cart.ts";
import { lazyPart } from "#client/lib/chunks.ts";
import { cn } from "#client/lib/cn.ts";
import { createEmitter } from "#client/lib/emitter.ts";
import { isPreview } from "#client/lib/preview.ts";
import { useMay } from "#client/lib/session/may.ts";
import { useIdentity } from "#client/lib/session/use-identity.ts";
import { useSite } from "#client/lib/site.ts";
import { trpc } from "#client/lib/trpc.ts";
import { useUnread } from "#client/lib/use-unread.ts";
import { PERMISSIONS } from "#shared/constants/permissions.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { SHELL } from "#shared/messages.ts";
import { countedName } from "#shared/rules/numbers.ts";
import { AccountMenu } from "./account-menu.tsx";
import { MenuPlaceholder, PLACES } from "./account-placeholder.tsx";
import { useMemberLive } from "./member-live.tsx";

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
              title={SHELL.seePoints}
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
