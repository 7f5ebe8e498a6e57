import { GAME_NAMES } from "#shared/constants/games.ts";
import type { BridgeGame, BridgeScope } from "#shared/constants/points.ts";

export const GAMES: Record<BridgeGame, string> = { ...GAME_NAMES, rust: "Rust" };

/** What each scope lets a plugin do. */
export const SCOPES: Record<BridgeScope, { label: string; text: string }> = {
  "players:read": { label: "Look players up", text: "Who a player is here, and their tier." },
  "points:read": { label: "Read balances", text: "How many points a player has." },
  "points:spend": { label: "Take points", text: "For what players buy in game." },
  "points:earn": { label: "Give points", text: "As rewards for what players do in game." },
  "presence:write": { label: "Report who plays", text: "Time played earns passive points." },
  "votes:write": { label: "Report votes", text: "Each vote is credited once." },
  "deliveries:write": {
    label: "Hand out deliveries",
    text: "Fetch what is due, and say it is done.",
  },
};
