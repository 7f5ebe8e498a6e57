import { DAY_MS, HOUR_MS, MINUTE_MS } from "#shared/constants/time.ts";
import type { Protocol } from "#shared/schemas/community/play.ts";

/** Evening in the middle of North America, where the example community plays: 20:30, UTC-6. */
const BUSIEST_MS = 26.5 * HOUR_MS;

/** A number from 0 to 1 that is always the same for the same words (FNV-1a). */
export const chance = (...words: readonly (string | number)[]): number => {
  let hash = 0x811c9dc5;
  for (const character of words.join("|")) {
    hash ^= character.codePointAt(0) ?? 0;
    hash = Math.imul(hash, 0x01000193);
  }
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  hash ^= hash >>> 12;
  return (hash >>> 0) / 0x1_0000_0000;
};

/** A line through one random height per period, from -0.5 to 0.5. */
const wobble = (seed: string, at: number, periodMs: number) => {
  const step = Math.floor(at / periodMs);
  const part = at / periodMs - step;
  const from = chance(seed, periodMs, step);
  const to = chance(seed, periodMs, step + 1);
  return from + (to - from) * part * part * (3 - 2 * part) - 0.5;
};

/**
 * How many people play at a moment: an evening peak, a quiet morning, busier weekends, and some
 * unrest. The same for the same moment, so that sample history and the living servers agree.
 * @param at milliseconds since 1970.
 */
export const playersAt = (
  { key, maxPlayers, popularity }: { key: string; maxPlayers: number; popularity: number },
  at: number,
): number => {
  const phase = ((at - BUSIEST_MS) % DAY_MS) / DAY_MS;
  const evening = (0.5 + 0.5 * Math.cos(2 * Math.PI * phase)) ** 1.5;
  const weekday = new Date(at - 6 * HOUR_MS).getUTCDay();
  const week = weekday === 0 || weekday === 6 ? 1.2 : 1;
  const level = maxPlayers * popularity * week * (0.15 + 0.85 * evening);
  const drift = 1 + 0.7 * wobble(key, at, 50 * MINUTE_MS);
  const comings = 3 * wobble(key, at, 7 * MINUTE_MS) + 3 * wobble(key, at, 12_000);
  return Math.min(maxPlayers, Math.max(0, Math.round(level * drift + comings)));
};

/** A game server of the imitated world, by the keys of a `community.toml`. */
export type RosterEntry = {
  key: string;
  game: string;
  /** What the server calls its game. */
  title: string;
  protocol: Exclude<Protocol, "none">;
  /** What the server calls itself. */
  serverName: string;
  version: string;
  map: string;
  /** Slots; for Eco, everyone who ever joined. */
  maxPlayers: number;
  /** Share of the slots that are taken at the busiest hour. */
  popularity: number;
  /** Its answer takes more than one datagram. */
  isSplit?: boolean;
};

// Ark: Survival Evolved sends a constant version and tells the real one at the end of its name.
const ARK_SE_BUILD = "361.7";

const arkSe = (
  slug: string,
  map: string,
  place: string,
  popularity: number,
  isSplit = false,
): RosterEntry => ({
  key: `ark-se-${slug}`,
  game: "ark-se",
  title: "ARK: Survival Evolved",
  protocol: "a2s",
  serverName: `[Lynxden] ${place} | 3X cross-Ark PvP | ORP - (v${ARK_SE_BUILD})`,
  version: "1.0.0.0",
  map,
  maxPlayers: 70,
  popularity,
  isSplit,
});

const arkSa = (slug: string, map: string, place: string, popularity: number): RosterEntry => ({
  key: `ark-sa-${slug}`,
  game: "ark-sa",
  title: "ARK: Survival Ascended",
  protocol: "epic",
  serverName: `Lynxden ${place} PvP 5X`,
  version: "83.21",
  map,
  maxPlayers: 60,
  popularity,
});

/** The servers of the example community. */
export const ROSTER: readonly RosterEntry[] = [
  arkSe("the-island", "TheIsland", "The Island", 0.62),
  arkSe("the-center", "TheCenter", "The Center", 0.34),
  arkSe("ragnarok", "Ragnarok", "Ragnarok", 0.71, true),
  arkSe("scorched-earth", "ScorchedEarth_P", "Scorched Earth", 0.18),
  arkSe("aberration", "Aberration_P", "Aberration", 0.29),
  arkSe("extinction", "Extinction", "Extinction", 0.36),
  arkSe("valguero", "Valguero_P", "Valguero", 0.24),
  arkSe("genesis-1", "Genesis", "Genesis 1", 0.13),
  arkSe("crystal-isles", "CrystalIsles", "Crystal Isles", 0.31),
  arkSe("genesis-2", "Gen2", "Genesis 2", 0.44, true),
  arkSe("lost-island", "LostIsland", "Lost Island", 0.22),
  arkSe("fjordur", "Fjordur", "Fjordur", 0.57, true),
  arkSa("the-island", "TheIsland_WP", "The Island", 0.66),
  arkSa("scorched-earth", "ScorchedEarth_WP", "Scorched Earth", 0.3),
  arkSa("the-center", "TheCenter_WP", "The Center", 0.42),
  arkSa("aberration", "Aberration_WP", "Aberration", 0.27),
  arkSa("extinction", "Extinction_WP", "Extinction", 0.35),
  {
    key: "eco",
    game: "eco",
    title: "Eco",
    protocol: "eco",
    serverName: "<color=green>Lynxden</color> <b>Meteor</b> Cooperative",
    version: "0.12.0.6 beta",
    map: "",
    maxPlayers: 184,
    popularity: 0.14,
  },
  {
    key: "minecraft",
    game: "minecraft",
    title: "Minecraft",
    protocol: "minecraft",
    serverName: "§6§lLynxden§r §7rooms: §aSkyBlock §bOneBlock §dCreative §fSurvival",
    version: "Paper 1.21.8",
    map: "world",
    maxPlayers: 120,
    popularity: 0.48,
  },
  {
    key: "empyrion",
    game: "empyrion",
    title: "Empyrion - Galactic Survival",
    protocol: "a2s",
    serverName: "Lynxden Reforged Eden PvP",
    version: "1.12.4 4553",
    map: "RE2",
    maxPlayers: 64,
    popularity: 0.4,
    isSplit: true,
  },
];

/** What a community's document says of its servers. */
type Listed = {
  brand: { name: string };
  games: readonly { key: string; name: string; protocol: Protocol }[];
  servers: readonly { key: string; game: string; name: string }[];
};

const SLOTS = 40;
/** Shares of the slots that are taken at the busiest hour, one server after the other. */
const POPULARITY = [0.6, 0.35, 0.5, 0.2] as const;

/**
 * An imitated server for each of a community's that can be asked: of the example's those above, of
 * any other such as it might run.
 */
export const rosterOf = ({ brand, games, servers }: Listed): readonly RosterEntry[] =>
  servers.flatMap(({ key, game, name }, index) => {
    const known = ROSTER.find((entry) => entry.key === key && entry.game === game);
    if (known !== undefined) return known;
    const played = games.find((one) => one.key === game);
    if (played === undefined || played.protocol === "none") return [];
    return {
      key,
      game,
      title: played.name,
      protocol: played.protocol,
      serverName: `${brand.name} ${name}`,
      version: "1.0",
      map: name,
      maxPlayers: SLOTS,
      popularity: POPULARITY[index % POPULARITY.length] ?? POPULARITY[0],
    };
  });
