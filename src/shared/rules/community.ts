import { NO_TIER } from "#shared/constants/shop.ts";
import { DOCUMENT_MAX } from "#shared/constants/site.ts";
import type { HomeSection } from "#shared/schemas/community/home.ts";
import type { CommunityGame, CommunityTier } from "#shared/schemas/community/play.ts";

/** The sections of the home page that links lead to, by the anchors that they bear. */
export const HOME_ANCHORS = {
  ServerListDisplay: "servers",
  ServerStatusDisplay: "status",
} as const satisfies Record<string, HomeSection>;
export type HomeAnchor = keyof typeof HOME_ANCHORS;

type ShownHome = { home: { sections: readonly HomeSection[] } };

/** Whether the home page, as it is shown, has the section with that anchor [NAV-23]. */
export const hasAnchor = ({ home }: ShownHome, anchor: HomeAnchor): boolean =>
  home.sections.includes(HOME_ANCHORS[anchor]);

/**
 * Where the home page has the servers, as it is shown.
 * @param first the anchor that is preferred where it has both sections.
 */
export const serversAnchor = (
  site: ShownHome,
  first: HomeAnchor = "ServerListDisplay",
): HomeAnchor | null => {
  const both: readonly HomeAnchor[] = [first, "ServerListDisplay", "ServerStatusDisplay"];
  return both.find((anchor) => hasAnchor(site, anchor)) ?? null;
};

/** Screens that have nothing to show but what somebody wants to do there. */
const CLOSED = /^\/(?:member|shop|register)(?:\/|$)/i;

/**
 * Whether a screen is closed to everybody but Admins while the site is in maintenance [SITE-08]: the
 * status, rules, news, pages and the login stay.
 * @param path the address without its query.
 */
export const isClosedInMaintenance = (path: string): boolean => CLOSED.test(path);

/**
 * Pictures of the site's own are at `/media/KEY.webp`. Their key ends with their size in pixels, so that
 * whoever reads an address knows how much room the picture takes before it is there.
 */
const KEY = /^[\da-f]{32}-([1-9]\d{0,3})x([1-9]\d{0,3})$/;
const ADDRESS = /^\/media\/([^/]*)\.webp$/;

export type MediaSize = { width: number; height: number };

/** @param hash of its bytes, 32 hexadecimal digits. */
export const mediaKey = (hash: string, { width, height }: MediaSize): string =>
  `${hash}-${width}x${height}`;

/** Where the picture with this key is served. */
export const mediaAddress = (key: string): string => `/media/${key}.webp`;

/** The size of the picture at an address, in pixels; null for what is no address of one with a size. */
export const mediaSizeOf = (address: string): MediaSize | null => {
  const found = KEY.exec(ADDRESS.exec(address)?.[1] ?? "");
  return found === null ? null : { width: Number(found[1]), height: Number(found[2]) };
};

/** A picture in a small place is no longer than this, in pixels: room for twice as many as it takes. */
export const SMALL_EDGE_PX = 480;

/** Where the same picture is for small places; where its size is not known, as large as it is. */
export const smallAddress = (address: string): string =>
  mediaSizeOf(address) === null ? address : address.replace(/\.webp$/, ".small.webp");

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

/** Whether a document, or a part of one, is no longer than documents may be. */
export const isShort = (value: unknown) =>
  new TextEncoder().encode(JSON.stringify(value)).byteLength <= DOCUMENT_MAX;
