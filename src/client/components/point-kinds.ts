import {
  CalendarHeart,
  Coins,
  Gamepad2,
  type LucideIcon,
  Merge,
  Moon,
  ShieldCheck,
  ShoppingBag,
  Undo2,
  Vote,
} from "lucide-react";
import type { EntryKind } from "#shared/constants/points.ts";

/** By what each kind of line is known at a glance. */
export const KIND_ICONS: Readonly<Record<EntryKind, LucideIcon>> = {
  purchase: ShoppingBag,
  subscription: CalendarHeart,
  passive: Moon,
  play: Gamepad2,
  vote: Vote,
  spend: Coins,
  refund: Undo2,
  admin: ShieldCheck,
  merge: Merge,
};
