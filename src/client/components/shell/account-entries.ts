import { Bell, Gavel, Settings, Shield, ShieldCheck, ShoppingCart, UserRound } from "lucide-react";
import { RULES_ENTRY } from "./entries.tsx";

/** What the account menu and the mobile menu lead members to. An entry comes with its screen. */
export const MEMBER_ENTRIES = [
  { label: "My Profile", icon: UserRound, to: "/member" },
  { label: "Settings & Privacy", icon: Settings, to: "/member/accountsettings" },
] as const;

/** For the mobile menu alone: on wide screens the bell stands beside the account menu. */
export const NOTIFICATIONS_ENTRY = {
  label: "Notifications",
  icon: Bell,
  to: "/member/notifications",
} as const;

/** For the mobile menu, where somebody has a strike; wide screens have it in the column of the member area. */
export const STRIKES_ENTRY = { label: "Strikes", icon: Gavel, to: "/member/strikes" } as const;

/** For the mobile menu too, though it stands in the bar of small screens as well. */
export const CART_ENTRY = { label: "Cart", icon: ShoppingCart, to: "/shop/cart" } as const;

/**
 * For everybody in the account menu; in the mobile menu for the team alone [ADMIN-06]. Where it leads
 * depends on what one may open.
 */
export const ADMIN_ENTRY = { icon: Shield } as const;

export const PRIVACY_ENTRY = {
  label: "Privacy Policy",
  icon: ShieldCheck,
  to: "/privacy-policy",
} as const;

/** For everybody in the account menu; the mobile menu has the rules among what the bar leads to. */
export const TEXT_ENTRIES = [RULES_ENTRY, PRIVACY_ENTRY] as const;
