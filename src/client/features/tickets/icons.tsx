import { Bug, Gamepad2, ShoppingCart, Tag, Unplug } from "lucide-react";
import type { ComponentType, SVGProps } from "react";
import { GameIcon } from "#client/components/brand/game-icon.tsx";
import { DiscordIcon } from "#client/components/shell/entries.tsx";
import { useSite } from "#client/lib/site.ts";
import type { TicketIcon } from "#shared/constants/tickets.ts";

const ICONS: Readonly<Record<TicketIcon, ComponentType<SVGProps<SVGSVGElement>>>> = {
  bug: Bug,
  cart: ShoppingCart,
  plug: Unplug,
  discord: DiscordIcon,
};

type TicketCategoryIconProps = { category: string; className?: string };

/** The icon of what a ticket is about, a generic one where it has none. Decoration: the name stands beside it. */
export const TicketCategoryIcon = ({ category, className }: TicketCategoryIconProps) => {
  const { categories } = useSite().tickets;
  const icon = categories.find(({ key }) => key === category)?.icon;
  const Icon = icon === undefined ? Tag : ICONS[icon];
  return <Icon className={className} aria-hidden />;
};

type TicketGameIconProps = {
  /** As it is stored: the name of a game, such as `Ark:SE`, or the key of a topic. */
  game: string;
  className?: string;
};

/** The icon of a ticket's game, a gamepad where it has none. Decoration: the name stands beside it. */
const TicketGameIcon = ({ game, className }: TicketGameIconProps) => {
  const { games, tickets } = useSite();
  const icon = tickets.topics.find(({ key }) => key === game)?.icon;
  if (icon !== undefined) {
    const Icon = ICONS[icon];
    return <Icon className={className} aria-hidden />;
  }
  const known = games.find(({ name }) => name === game);
  return known === undefined ? (
    <Gamepad2 className={className} aria-hidden />
  ) : (
    <GameIcon game={known.key} className={className} />
  );
};

/** The icon of a ticket's game in the hexagon. The class sets the height, such as `h-12`. */
export const TicketGameHexagon = ({ game, className = "h-12" }: TicketGameIconProps) => (
  <span
    aria-hidden
    className={`hexagon relative grid aspect-[13/15] shrink-0 place-items-center bg-ground-600 text-accent before:hexagon before:absolute before:inset-px before:bg-linear-to-b before:from-ground-700 before:to-ground-850 ${className}`}
  >
    <TicketGameIcon game={game} className="relative size-1/2" />
  </span>
);
