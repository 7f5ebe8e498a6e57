import { Link, type LinkProps } from "@tanstack/react-router";
import { CalendarHeart, type LucideIcon, ReceiptText } from "lucide-react";
import { PURCHASES } from "#shared/order-messages.ts";

const ENTRIES: readonly { to: LinkProps["to"]; label: string; icon: LucideIcon }[] = [
  { to: "/member/purchases", label: "Purchases", icon: ReceiptText },
  { to: "/member/subscription", label: "Subscription", icon: CalendarHeart },
];

/** The two screens of what one has bought. */
export const PurchasesNav = () => (
  <nav aria-label={PURCHASES.navigation} className="mb-8 border-b border-night-700">
    <ul className="flex gap-x-1 sm:gap-x-4">
      {ENTRIES.map(({ to, label, icon: Icon }) => (
        <li key={label} className="min-w-0 flex-auto sm:flex-none">
          <Link
            to={to}
            className="-mb-px flex min-h-12 items-center justify-center gap-2 border-b-2 border-transparent px-1.5 font-display text-lg leading-none font-bold tracking-wide whitespace-nowrap text-muted uppercase transition-colors hover:text-bone focus-visible:-outline-offset-2 aria-[current=page]:border-amber aria-[current=page]:text-amber-strong sm:text-xl"
          >
            <Icon className="size-5 shrink-0" aria-hidden />
            {label}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);
