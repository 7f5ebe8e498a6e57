import { GAME_NAMES, SERVER_GAMES } from "#shared/constants/games.ts";

/** As it stands on the wire (facts §4). */
export const TICKET_STATUSES = ["Open", "closed"] as const;
export type TicketStatus = (typeof TICKET_STATUSES)[number];

/** What a ticket is about (facts §6). */
export const TICKET_CATEGORIES = ["Bug", "Shop Issue", "Connection Issue", "Other"] as const;
export type TicketCategory = (typeof TICKET_CATEGORIES)[number];

/** Tickets about the community's Discord, which is no game but stands among them (facts §6). */
export const DISCORD_GAME = "Discord Issue";
/** What a ticket may be about, by the names that people see (facts §6). */
export const TICKET_GAMES: readonly string[] = [
  DISCORD_GAME,
  ...SERVER_GAMES.map((game) => GAME_NAMES[game]),
];

/** What happens to a ticket, as its history tells it. */
export const TICKET_ACTS = [
  "opened",
  "edited",
  "assigned",
  "unassigned",
  "closed",
  "restored",
] as const;
export type TicketAct = (typeof TICKET_ACTS)[number];

/** The parts of a ticket that can be edited. */
export const TICKET_FIELDS = ["subject", "category", "game", "server", "description"] as const;
export type TicketField = (typeof TICKET_FIELDS)[number];

/** So many people can be on one ticket, its creator among them. */
export const TICKET_PEOPLE_MAX = 20;

/** How much of a ticket a list shows, in characters (facts §4a). */
export const TRUNCATION = {
  desktop: { topic: 30, description: 50, server: 50 },
  phone: { topic: 20, description: 30, server: 20 },
} as const;
