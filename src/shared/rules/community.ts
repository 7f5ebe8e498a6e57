import { NO_TIER } from "#shared/constants/shop.ts";
import type { CommunityGame, CommunityTier } from "#shared/schemas/community/play.ts";

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

/** The tiers of the document, the lowest first. */
type Tiers = readonly CommunityTier[];

/** How a tier is shown: one that has been taken out of the document shows its key. */
type ShownTier = Pick<CommunityTier, "key" | "title" | "emblem"> & { name: string };

/** The tier of that key as it is shown; also where there is no such tier, or none at all. */
export const tierOf = (tiers: Tiers, key: string): ShownTier => {
  const { title, name, emblem } = tiers.find((tier) => tier.key === key) ?? {
    title: key,
    emblem: "plain",
  };
  return { key, title, name: name ?? title, emblem };
};

/** From 0; below that where there is no such tier. */
const rankOf = (tiers: Tiers, key: string) => tiers.findIndex((tier) => tier.key === key);

/**
 * For sorting by what tier something is of: the document's order, the lowest first. Those that are
 * gone from it are below all others.
 */
export const byTier =
  (tiers: Tiers) =>
  (a: { tier: string }, b: { tier: string }): number =>
    rankOf(tiers, a.tier) - rankOf(tiers, b.tier);

/**
 * The key of the tier that a membership's `sub` names, "key:2026-12-01": what stands before the colon,
 * Standard for none and for one that is not of the document [POINTS-06].
 */
export const tierIn = (tiers: Tiers, sub: string | null | undefined): string => {
  const [named] = (sub ?? "").split(":");
  return tiers.find(({ key }) => key === named)?.key ?? NO_TIER;
};
