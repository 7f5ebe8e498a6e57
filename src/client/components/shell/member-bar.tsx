import { Link } from "@tanstack/react-router";
import { Bell } from "lucide-react";
import { CountBadge } from "#client/components/count-badge.tsx";
import { PointsText } from "#client/components/points-text.tsx";
import { cn } from "#client/lib/cn.ts";
import { useIdentity } from "#client/lib/session/use-identity.ts";
import { useUnread } from "#client/lib/use-unread.ts";
import { countedName } from "#shared/rules/count-text.ts";
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

/**
 * A member's end of the bar: points, the bell with what is unread, who is signed in (member §2
 * "Desktop navbar"); on phones the bell alone. As long as it stands, it keeps the member area live.
 */
const MemberBar = () => {
  useMemberLive();
  const member = useIdentity();
  return (
    <div className={PLACES.row}>
      <div className={PLACES.points}>
        {member !== undefined && (
          <Link
            to="/member/points"
            title="See your points"
            className="flex h-9 min-w-0 items-center rounded-full border border-night-600 bg-night-900 pr-3.5 pl-2.5 font-display text-lg font-bold tracking-wide transition-colors hover:border-amber/70 hover:bg-night-800"
          >
            <PointsText points={member.points} />
          </Link>
        )}
      </div>
      <NotificationsBell />
      <div className={PLACES.menu}>
        {member === undefined ? <MenuPlaceholder /> : <AccountMenu member={member} />}
      </div>
    </div>
  );
};

export default MemberBar;
