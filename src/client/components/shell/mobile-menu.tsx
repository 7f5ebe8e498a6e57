import { Link } from "@tanstack/react-router";
import { LogIn, LogOut, X } from "lucide-react";
import { BrandMark } from "#client/components/brand/brand-mark.tsx";
import { HexFrame } from "#client/components/brand/hex-frame.tsx";
import { BuyPoints, CountBadge, MemberAvatar, PointsText } from "#client/components/marks.tsx";
import { Sheet, SheetClose, SheetContent, SheetTitle } from "#client/components/ui/dialog.tsx";
import { cart, useCart } from "#client/lib/cart.ts";
import { cn } from "#client/lib/cn.ts";
import { MarksPage } from "#client/lib/page-marks.ts";
import { firstAdminScreen } from "#client/lib/routing/admin-screens.ts";
import { type Identity, useIdentity, useStanding } from "#client/lib/session/use-identity.ts";
import { may, useSession, useSessionActions } from "#client/lib/session/use-session.ts";
import { useSite } from "#client/lib/site.ts";
import { useUnread } from "#client/lib/use-unread.ts";
import { PERMISSIONS } from "#shared/constants/accounts.ts";
import { countedName, isLongName } from "#shared/rules/lines.ts";
import {
  ADMIN_ENTRY,
  CART_ENTRY,
  MEMBER_ENTRIES,
  NOTIFICATIONS_ENTRY,
  PRIVACY_ENTRY,
  STRIKES_ENTRY,
} from "./account-entries.ts";
import { entryIcon, entryKey, MenuLink, SHOP_ENTRY } from "./entries.tsx";

const itemClass =
  "flex min-h-13 items-center gap-4 rounded-xl px-4 font-display text-2xl font-bold display-case tracking-wide text-ink transition-colors hover:bg-ground-800 hover:text-accent-strong [&_svg]:size-5 [&_svg]:text-accent";
const smallItemClass =
  "flex min-h-11 items-center gap-3 rounded-lg px-4 text-[0.95rem] text-muted transition-colors hover:bg-ground-800 hover:text-ink [&_svg]:size-4";

const GuestHead = () => (
  <>
    <HexFrame className="h-14 shrink-0">
      <span className="grid size-full place-items-center bg-ground-800">
        <BrandMark className="size-9 text-ink" />
      </span>
    </HexFrame>
    <SheetTitle className="font-display text-2xl leading-none font-extrabold whitespace-nowrap">
      Welcome, Guest
    </SheetTitle>
  </>
);

/** While nothing but their address is known of whoever is signed in. */
const UnknownHead = ({ email }: Pick<Identity, "email">) => (
  <>
    <HexFrame className="h-18 shrink-0">
      <span className="block size-full bg-ground-800" />
    </HexFrame>
    <SheetTitle className="min-w-0 truncate text-sm font-normal text-muted">{email}</SheetTitle>
  </>
);

const MemberHead = ({
  name,
  email,
  picture,
  tier,
  points,
  onClose,
}: Identity & { onClose: () => void }) => (
  <>
    <MemberAvatar name={name} picture={picture} tier={tier} className="h-18 shrink-0" />
    <div className="min-w-0">
      <SheetTitle
        className={cn(
          "truncate font-display leading-tight font-extrabold",
          isLongName(name) ? "text-xl" : "text-2xl",
        )}
      >
        {name}
      </SheetTitle>
      <p className="truncate text-sm text-muted">{email}</p>
      <div className="mt-0.5 flex items-center gap-2">
        <Link
          to="/member/points"
          className="flex min-h-7 min-w-0 items-center font-display text-lg leading-none font-bold tracking-wide"
          onClick={onClose}
        >
          <PointsText points={points} />
        </Link>
        <BuyPoints isSmall onClick={onClose} />
      </div>
    </div>
  </>
);

const [PROFILE, ...OTHER_ENTRIES] = MEMBER_ENTRIES;

/** What is a member's own, in the order of the menu. */
const MemberItems = ({ onClose }: { onClose: () => void }) => {
  const unread = useUnread();
  const inCart = cart.count(useCart());
  const hasShop = useSite().shop !== null;
  const { hasAny: hasStrikes } = useStanding();
  const entries = [
    PROFILE,
    ...(hasShop ? [SHOP_ENTRY] : []),
    NOTIFICATIONS_ENTRY,
    ...(hasShop ? [CART_ENTRY] : []),
    ...(hasStrikes ? [STRIKES_ENTRY] : []),
    ...OTHER_ENTRIES,
  ];
  const counts: Partial<Record<string, { count: number; unit: string }>> = {
    [NOTIFICATIONS_ENTRY.to]: { count: unread, unit: "unread" },
    [CART_ENTRY.to]: { count: inCart, unit: inCart === 1 ? "item" : "items" },
  };
  return entries.map(({ label, icon: Icon, to }) => {
    const { count, unit } = counts[to] ?? { count: 0, unit: "" };
    return (
      <Link
        key={to}
        to={to}
        aria-label={countedName(label, count, unit)}
        className={itemClass}
        onClick={onClose}
      >
        <Icon aria-hidden />
        {label}
        <CountBadge count={count} className="ml-auto" />
      </Link>
    );
  });
};

type MobileMenuProps = { isOpen: boolean; onClose: () => void };

/** The slide menu of small screens, and of those whose bar has not room for all of its entries. */
const MobileMenu = ({ isOpen, onClose }: MobileMenuProps) => {
  const user = useSession();
  const member = useIdentity();
  const { signOut } = useSessionActions();
  const { phone, bar } = useSite().menu;
  const ofPhone = new Set(phone.map(entryKey));
  const all = [...phone, ...bar.filter((entry) => !ofPhone.has(entryKey(entry)))];
  // Among a member's own the shop stands in a place of its own.
  const entries = user == null ? all : all.filter(({ screen }) => screen !== "shop");
  return (
    <Sheet open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <SheetContent>
        <MarksPage mark="has-sheet" />
        <div className="flex items-center justify-between gap-2 border-b border-ground-700 py-5 pr-4 pl-5">
          <div className="flex min-w-0 items-center gap-3">
            {user == null ? (
              <GuestHead />
            ) : member === undefined ? (
              <UnknownHead email={user.email} />
            ) : (
              <MemberHead {...member} onClose={onClose} />
            )}
          </div>
          <SheetClose
            aria-label="Close menu"
            className="grid size-11 shrink-0 place-items-center rounded-lg text-muted hover:bg-ground-800 hover:text-ink"
          >
            <X className="size-6" aria-hidden />
          </SheetClose>
        </div>
        <nav aria-label="Menu" className="flex flex-1 flex-col gap-1 p-3">
          {user != null && <MemberItems onClose={onClose} />}
          {entries.map((entry) => {
            const Icon = entryIcon(entry);
            return (
              <MenuLink
                key={entryKey(entry)}
                entry={entry}
                // What the bar alone has is here for bars that have no room for it.
                className={cn(itemClass, !ofPhone.has(entryKey(entry)) && "max-md:hidden")}
                onClick={onClose}
              >
                <Icon aria-hidden />
                {entry.title}
              </MenuLink>
            );
          })}
          {may(user, PERMISSIONS) && (
            <Link to={firstAdminScreen(user)} className={itemClass} onClick={onClose}>
              <ADMIN_ENTRY.icon aria-hidden />
              Admin Panel
            </Link>
          )}
          {user === null && (
            <Link to="/login" className={itemClass} onClick={onClose}>
              <LogIn aria-hidden />
              Login
            </Link>
          )}
          <div className="mt-auto border-t border-ground-700 pt-3">
            <Link to={PRIVACY_ENTRY.to} className={smallItemClass} onClick={onClose}>
              <PRIVACY_ENTRY.icon aria-hidden />
              {PRIVACY_ENTRY.label}
            </Link>
            {user != null && (
              <button
                type="button"
                className={cn(smallItemClass, "w-full")}
                onClick={() => {
                  onClose();
                  void signOut();
                }}
              >
                <LogOut aria-hidden />
                Log Out
              </button>
            )}
          </div>
        </nav>
      </SheetContent>
    </Sheet>
  );
};

export default MobileMenu;
