import { z } from "zod/mini";
import { GAME_PLATFORMS, LENGTHS } from "#shared/constants/accounts.ts";
import { text, words } from "#shared/schemas/text.ts";
import { ownPicture } from "./checks.ts";

/** How a game's servers are asked; those of `none` have no status. */
export const PROTOCOLS = ["a2s", "eco", "epic", "minecraft", "none"] as const;
export type Protocol = (typeof PROTOCOLS)[number];

/** The pictures of games that the program brings along, with a glyph each. */
export const SCENES = ["volcano", "jungle", "meteor", "blocks", "planet", "paw"] as const;
export type Scene = (typeof SCENES)[number];

/** How people join: by a link that opens Steam, or by an address that they paste. */
const JOIN_WAYS = ["steam", "address"] as const;

/** Names a game everywhere, also in what is stored: lower-case words joined by hyphens. */
export const gameKey = z
  .string()
  .check(
    z.maxLength(LENGTHS.game),
    z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be lower-case words joined by hyphens"),
  );

const rate = z.strictObject({
  name: words(60),
  /** Monday to Thursday. */
  weekdays: words(30),
  /** Friday to Sunday. */
  weekend: words(30),
});

const fact = z.strictObject({ name: words(60), value: words(80) });

/** A game of the community. Its servers are configured apart. */
export const communityGame = z.strictObject({
  key: gameKey,
  /** Short, as on tabs and in tickets. */
  name: words(30),
  /** In full; the short name where there is none. */
  title: z.optional(words(60)),
  protocol: z.enum(PROTOCOLS),
  /** Where its servers answer questions, unless they say otherwise; else it follows from the protocol. */
  queryPort: z.optional(z.int().check(z.minimum(1), z.maximum(65_535))),
  join: z._default(z.enum(JOIN_WAYS), "address"),
  /** By accounts of which platforms its servers know their players; without any it has no bridge. */
  platforms: z._default(
    z.array(z.enum(GAME_PLATFORMS)).check(z.maxLength(GAME_PLATFORMS.length)),
    [],
  ),
  /** Whether playing it earns members with a tier points. */
  earnsPoints: z._default(z.boolean(), false),
  /** What kind of game it is. */
  category: z.optional(words(30)),
  /** What it is like here. Without it the game is not among those that the home page presents. */
  text: z.optional(text(600)),
  /** Also gives it its glyph. */
  scene: z.optional(z.enum(SCENES)),
  /** Of its own: shown in place of the scene's. */
  picture: z.optional(ownPicture),
  /** Rates that differ, or may differ, between weekdays and weekend. */
  rates: z._default(z.array(rate).check(z.maxLength(40)), []),
  /** What holds on every day. */
  facts: z._default(z.array(fact).check(z.maxLength(40)), []),
});
export type CommunityGame = z.output<typeof communityGame>;
