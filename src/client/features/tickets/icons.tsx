import { Bug, Gamepad2, type LucideIcon, ShoppingCart, Tag, Unplug } from "lucide-react";
import { GameIcon } from "#client/components/brand/game-icon.tsx";
import { DiscordIcon } from "#client/components/shell/discord-icon.tsx";
import { GAME_NAMES, SERVER_GAMES } from "#shared/constants/games.ts";
import { DISCORD_GAME } from "#shared/constants/tickets.ts";

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

type TicketGameIconProps = {
  /** The name that people see, such as `Ark:SE`. */
  game: string;
  className?: string;
};

/** The icon of a ticket's game, a gamepad where it has none. Decoration: the name stands beside it. */
const TicketGameIcon = ({ game, className }: TicketGameIconProps) => {
  if (game === DISCORD_GAME) return <DiscordIcon className={className} />;
  const known = SERVER_GAMES.find((key) => GAME_NAMES[key] === game);
  return known === undefined ? (
    <Gamepad2 className={className} aria-hidden />
  ) : (
    <GameIcon game={known} className={className} />
  );
};

/** The icon of a ticket's game in the hexagon. The class sets the height, such as `h-12`. */
export const TicketGameHexagon = ({ game, className = "h-12" }: TicketGameIconProps) => (
  <span
    aria-hidden
    className={`hexagon relative grid aspect-[13/15] shrink-0 place-items-center bg-night-600 text-amber before:hexagon before:absolute before:inset-px before:bg-linear-to-b before:from-night-700 before:to-night-850 ${className}`}
  >
    <TicketGameIcon game={game} className="relative size-1/2" />
  </span>
);
