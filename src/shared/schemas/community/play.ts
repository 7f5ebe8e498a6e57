import { z } from "zod/mini";
import { GAME_PLATFORMS, LENGTHS } from "#shared/constants/accounts.ts";
import { NO_TIER, PROMO } from "#shared/constants/shop.ts";
import { PACKAGE_ID_MAX } from "#shared/constants/site.ts";
import { PICTURE_MAX_BYTES } from "#shared/constants/uploads.ts";
import { isLine, NO_LINE } from "#shared/rules/lines.ts";
import { spelledAlike } from "#shared/rules/text.ts";
import { text, words } from "#shared/schemas/text.ts";
import { ownPicture, unique } from "./checks.ts";

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

/** The emblems that the program brings along: frame, ornament and colours of a tier. */
export const EMBLEMS = ["plain", "laurel", "crystal", "blades"] as const;
export type Emblem = (typeof EMBLEMS)[number];

/** Names a tier everywhere, also in what is stored: words joined by hyphens. */
export const tierKey = z
  .string()
  .check(
    z.maxLength(LENGTHS.tier),
    z.regex(
      /^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$/,
      "must be words of letters and digits joined by hyphens",
    ),
  );

/** The id of something that Tebex sells. */
const packageId = z.int().check(z.minimum(1), z.maximum(PACKAGE_ID_MAX));

const isTaken = (key: string) => [NO_TIER, PROMO].includes(key);
const isCents = (price: number) => Math.abs(price * 100 - Math.round(price * 100)) < 1e-6;
let currencies: ReadonlySet<string> | undefined;
/** Asking for all of them takes a millisecond: once is enough. */
const isCurrency = (code: string) =>
  (currencies ??= new Set(Intl.supportedValuesOf("currency"))).has(code);

const benefit = z.strictObject({
  text: words(120),
  /** Whether people of the team give it, since nothing does by itself. */
  byHand: z._default(z.boolean(), false),
});

/** A subscription of the community; what it promises is what it gives. */
export const communityTier = z.strictObject({
  key: tierKey.check(
    z.refine(
      (key) => !isTaken(key),
      `must not be ${NO_TIER} or ${PROMO}, which mean something else`,
    ),
  ),
  /** Short, as beside a member's name; the title where there is none. */
  name: z.optional(words(30)),
  /** What it is sold as. */
  title: words(60),
  /** For a month, in the currency's units. */
  price: z
    .number()
    .check(
      z.minimum(0),
      z.maximum(100_000),
      z.refine(isCents, "must have no more than two decimals"),
    ),
  currency: z
    .string()
    .check(z.refine(isCurrency, "must be a currency of ISO 4217 such as USD or EUR")),
  /** Points credited when a month is paid. */
  monthlyPoints: z._default(z.int().check(z.minimum(0), z.maximum(1_000_000)), 0),
  /** Points for every quarter of an hour played. */
  quarterHourPoints: z._default(z.int().check(z.minimum(0), z.maximum(10_000)), 0),
  /** What else it brings. */
  benefits: z._default(z.array(benefit).check(z.maxLength(12)), []),
  emblem: z._default(z.enum(EMBLEMS), "plain"),
  /** The package of the store that is a month of it; without one our shop does not sell it. */
  package: z.optional(packageId),
});
export type CommunityTier = z.output<typeof communityTier>;

const name = words(60);
const httpUrl = z
  .url({ protocol: /^https?$/, error: "must be an http(s) address" })
  .check(z.maxLength(500), z.refine(isLine, NO_LINE));
/** An address that may be left out, or empty. */
const maybeUrl = z.optional(
  z.pipe(
    z.transform((value: unknown) => (value === "" ? undefined : value)),
    z.optional(httpUrl),
  ),
);
const hostName = z
  .string()
  .check(z.maxLength(253), z.regex(/^[a-zA-Z0-9.:-]+$/, "must be a host name or an IP address"));
const port = z.int().check(z.minimum(1), z.maximum(65_535));

/** Where else the community is. What is left out or empty does not exist, and nothing leads to it. */
export const communityLinks = z.strictObject({
  discord: maybeUrl,
  subscriptions: maybeUrl,
  steamFavorites: maybeUrl,
  donations: z._default(z.array(z.strictObject({ name, url: httpUrl })).check(z.maxLength(6)), []),
});

/** A game server. */
export const communityServer = z.strictObject({
  key: z
    .string()
    .check(
      z.maxLength(60),
      z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be lower-case words joined by hyphens"),
    ),
  game: gameKey,
  name,
  host: hostName,
  port,
  queryHost: z.optional(hostName),
  queryPort: z.optional(port),
  voteUrl: maybeUrl,
});

const rewardPoints = z.int().check(z.minimum(0), z.maximum(10_000));

/** What game servers give through the bridge. */
export const communityRewards = z.strictObject({
  votePoints: z._default(rewardPoints, 50),
  /** Lists on which a vote is worth something else. */
  voteLists: z._default(
    z
      .array(
        z.strictObject({
          /** As the list calls itself when it reports a vote, however it is spelled. */
          service: words(LENGTHS.label).check(
            z.refine((name) => spelledAlike(name) !== "", "must have a letter or digit"),
          ),
          points: rewardPoints,
        }),
      )
      .check(
        z.maxLength(20),
        unique("service", ({ service }) => spelledAlike(service)),
      ),
    [],
  ),
  /** The most of one reward. */
  playPointsMax: z._default(rewardPoints, 250),
});

const delivery = z.strictObject({
  game: gameKey,
  /** The key of the one server that hands it out; any of the game where it is left out. */
  server: z.optional(words(60)),
  /** As the game's plugin understands it, such as a kit's name. */
  give: words(200),
});

const shopPackage = z.strictObject({
  id: packageId,
  /** Those of the tier's month where they are left out. */
  points: z.optional(z.int().check(z.minimum(0), z.maximum(1_000_000))),
  /** One month of it for each payment. */
  tier: z.optional(tierKey),
  deliveries: z._default(z.array(delivery).check(z.maxLength(10)), []),
  /** Sold although nothing here follows from it, such as a donation: see `isSold`. */
  givesNothing: z._default(z.boolean(), false),
});
export type ShopPackage = z.output<typeof shopPackage>;

/** What Tebex's packages give, and which of them are which. Those of the tiers are named there. */
export const communityShop = z.strictObject({
  /** What people read below the heading of the shop. */
  note: z.optional(text(400)),
  promoPackage: z.optional(packageId),
  packages: z._default(
    z.array(shopPackage).check(
      z.maxLength(200),
      unique("id", ({ id }) => id),
    ),
    [],
  ),
});

const HOST_LABEL = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;
/** As a browser writes the host of an address, so that the two can be compared. */
const pictureHost = z.string().check(
  z.trim(),
  z.toLowerCase(),
  z.maxLength(253),
  z.refine((value) => {
    const labels = value.split(".");
    return labels.length > 1 && labels.every((label) => HOST_LABEL.test(label));
  }, "must be a host name such as i.example.com, without https:// and without a port"),
);

/** The largest picture that can be uploaded, in megabytes: what the site takes as one body. */
const PICTURE_MAX_MEGABYTES = PICTURE_MAX_BYTES / 1024 / 1024;

/** Pictures and files of messages and tickets. */
export const communityPictures = z.strictObject({
  /** From which hosts messages may show pictures, over https. */
  hosts: z._default(z.array(pictureHost).check(z.maxLength(20)), []),
  /** Whether pictures and text files can be uploaded on tickets. */
  uploads: z._default(z.boolean(), true),
  /** The largest picture that can be. */
  maxMegabytes: z._default(
    z.int().check(z.minimum(1), z.maximum(PICTURE_MAX_MEGABYTES)),
    PICTURE_MAX_MEGABYTES,
  ),
});
