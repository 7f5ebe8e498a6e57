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
import { ENTRY_KINDS } from "#shared/points-messages.ts";

/** What each kind of line is called, and by what it is known at a glance. */
export const KINDS: Record<EntryKind, { label: string; icon: LucideIcon }> = {
  purchase: { label: "Purchase", icon: ShoppingBag },
  subscription: { label: "Subscription", icon: CalendarHeart },
  passive: { label: "Time played", icon: Moon },
  play: { label: ENTRY_KINDS.play, icon: Gamepad2 },
  vote: { label: "Vote", icon: Vote },
  spend: { label: ENTRY_KINDS.spend, icon: Coins },
  refund: { label: "Refund", icon: Undo2 },
  admin: { label: ENTRY_KINDS.admin, icon: ShieldCheck },
};
