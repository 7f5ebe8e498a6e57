import { Link } from "@tanstack/react-router";
import { Bell, ShoppingCart } from "lucide-react";
import { CountBadge } from "#client/components/count-badge.tsx";
import { BuyPoints, PointsText } from "#client/components/points.tsx";
import { cart, useCart } from "#client/lib/cart.ts";
import { cn } from "#client/lib/cn.ts";
import { useIdentity } from "#client/lib/session/use-identity.ts";
import { useSite } from "#client/lib/site.ts";
import { useUnread } from "#client/lib/use-unread.ts";
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
        "relative grid place-items-center rounded-lg text-muted transition-colors hover:bg-night-800 hover:text-amber-strong",
      )}
    >
      <Bell className={cn("size-5.5", unread > 0 && "text-bone")} aria-hidden />
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
        "relative grid place-items-center rounded-lg text-muted transition-colors hover:bg-night-800 hover:text-amber-strong",
      )}
    >
      <ShoppingCart className={cn("size-5.5", count > 0 && "text-bone")} aria-hidden />
      <CountBadge count={count} className="absolute top-0.5 left-5.5" />
    </Link>
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
  return (
    <div className={PLACES.row}>
      <div className={PLACES.points}>
        {member?.points !== undefined && (
          <div className="flex h-9 min-w-0 items-center gap-1 rounded-full border border-night-600 bg-night-900 pr-0.75 transition-colors focus-within:border-amber/70 hover:border-amber/70">
            <Link
              to="/member/points"
              title={SHELL.seePoints}
              className="flex h-full min-w-0 items-center rounded-full pr-2 pl-2.5 font-display text-lg font-bold tracking-wide transition-colors hover:text-amber-strong"
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
