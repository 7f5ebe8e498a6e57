import {
  Bell,
  Coins,
  Crown,
  History,
  KeyRound,
  Link2,
  LogIn,
  type LucideIcon,
  ReceiptText,
  ShieldAlert,
  ShoppingBag,
  Store,
  Ticket,
  UserRound,
  UsersRound,
} from "lucide-react";
import { cn } from "#client/lib/cn.ts";

/** What an action is about, by its first word. */
const ICONS: Readonly<Record<string, LucideIcon>> = {
  account: UserRound,
  session: LogIn,
  tier: Crown,
  link: Link2,
  notification: Bell,
  ticket: Ticket,
  points: Coins,
  ledger: ReceiptText,
  bridge_key: KeyRound,
  order: ShoppingBag,
  shop: Store,
  payment: ReceiptText,
  limit: ShieldAlert,
  members: UsersRound,
  statement: ReceiptText,
  tickets: Ticket,
  orders: ShoppingBag,
};
const ALARMING = /(?:refused|reached|broken|guessed|held|unusual)$/;

const TONES = {
  alarm: "bg-ember/15 text-ember",
  /** Done by one to another: most often by an Admin. */
  act: "bg-amber/15 text-amber-strong",
  plain: "bg-night-700 text-muted",
} as const;

/** By what a line of the audit is known at a glance: what it is about, and how grave it is. */
export const AuditMark = ({ action, isAct }: { action: string; isAct: boolean }) => {
  const isAlarming = ALARMING.test(action);
  const [about = ""] = action.split(".");
  const Icon = isAlarming ? ShieldAlert : (ICONS[about] ?? History);
  return (
    <span
      aria-hidden
      className={cn(
        "hexagon grid h-11 w-[2.4rem] shrink-0 place-items-center",
        TONES[isAlarming ? "alarm" : isAct ? "act" : "plain"],
      )}
    >
      <Icon className="size-5" />
    </span>
  );
};
