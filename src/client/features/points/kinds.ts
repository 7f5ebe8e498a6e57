import {
  CalendarHeart,
  Coins,
  Gamepad2,
  type LucideIcon,
  Moon,
  ShieldCheck,
  ShoppingBag,
  Undo2,
  Vote,
} from "lucide-react";
import type { EntryKind } from "#shared/constants/points.ts";

/** What each kind of line is called, and by what it is known at a glance. */
export const KINDS: Record<EntryKind, { label: string; icon: LucideIcon }> = {
  purchase: { label: "Purchase", icon: ShoppingBag },
  subscription: { label: "Subscription", icon: CalendarHeart },
  passive: { label: "Time played", icon: Moon },
  play: { label: "Reward in game", icon: Gamepad2 },
  vote: { label: "Vote", icon: Vote },
  spend: { label: "Spent in game", icon: Coins },
  refund: { label: "Refund", icon: Undo2 },
  admin: { label: "By an Admin", icon: ShieldCheck },
};
