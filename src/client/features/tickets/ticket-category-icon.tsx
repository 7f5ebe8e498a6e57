import { Bug, type LucideIcon, ShoppingCart, Tag, Unplug } from "lucide-react";

/** Those that have an icon of their own. */
const ICONS: Readonly<Record<string, LucideIcon>> = {
  Bug,
  "Shop Issue": ShoppingCart,
  "Connection Issue": Unplug,
};

type TicketCategoryIconProps = { category: string; className?: string };

/** The icon of what a ticket is about, a generic one where it has none. Decoration: the name stands beside it. */
export const TicketCategoryIcon = ({ category, className }: TicketCategoryIconProps) => {
  const Icon = ICONS[category] ?? Tag;
  return <Icon className={className} aria-hidden />;
};
