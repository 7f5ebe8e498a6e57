import type { CommunityGame } from "#shared/schemas/community/games.ts";

/** A game that has been taken out of the document, of which only its key is known. */
const goneGame = (key: string): CommunityGame => ({
  key,
  name: key,
  protocol: "none",
  join: "address",
  platforms: [],
  earnsPoints: false,
  rates: [],
  facts: [],
});

/** The game of that key; one that is gone shows its key as its name. */
export const gameOf = (games: readonly CommunityGame[], key: string): CommunityGame =>
  games.find((game) => game.key === key) ?? goneGame(key);

/** A game's name in full; the short one where it has no other. */
export const titleOf = ({ title, name }: Pick<CommunityGame, "title" | "name">): string =>
  title ?? name;

/** Whether the game's servers are asked how they are [STATUS-03]. */
export const hasStatus = ({ protocol }: Pick<CommunityGame, "protocol">): boolean =>
  protocol !== "none";
