import { z } from "zod";
import { SESSION_IDLE_MS, SESSION_MAX_MS } from "#shared/constants/accounts.ts";
import { DEFAULT_QUERY_PORT, SERVER_GAMES } from "#shared/constants/games.ts";
import {
  FEED_LIMITS,
  type FeedLimits,
  type Limit,
  type LimitName,
  LIMITS,
  IPV6_NETWORK_FACTOR,
  type Limits,
} from "#shared/constants/limits.ts";
import { BRIDGE_GAMES } from "#shared/constants/points.ts";
import { PAID_TIERS } from "#shared/constants/tiers.ts";
import { HOUR_MS, MINUTE_MS } from "#shared/constants/time.ts";

const httpUrl = z.url({ protocol: /^https?$/, error: "must be an http(s) address" }).max(500);
const name = z.string().trim().min(1).max(60);
const hostName = z
  .string()
  .max(253)
  .regex(/^[a-zA-Z0-9.:-]+$/, "must be a host name or an IP address");
const HOST_LABEL = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;
/** As a browser writes the host of an address, so that the two can be compared. */
const pictureHost = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .refine((value) => {
    const labels = value.split(".");
    return labels.length > 1 && labels.every((label) => HOST_LABEL.test(label));
  }, "must be a host name such as i.example.com, without https:// and without a port");
const port = z.int().min(1).max(65_535);

const server = z
  .strictObject({
    key: z
      .string()
      .max(60)
      .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be lower-case words joined by hyphens"),
    game: z.enum(SERVER_GAMES),
    name,
    host: hostName,
    port,
    query_host: hostName.optional(),
    query_port: port.optional(),
    vote_url: httpUrl.optional(),
  })
  .transform((raw) => ({
    key: raw.key,
    game: raw.game,
    name: raw.name,
    /** Where players join. */
    host: raw.host,
    port: raw.port,
    /** Where the poller asks. */
    queryHost: raw.query_host ?? raw.host,
    queryPort: raw.query_port ?? DEFAULT_QUERY_PORT[raw.game](raw.port),
    voteUrl: raw.vote_url ?? null,
  }));

const isTimezone = (value: string) => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: value }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
};

const isLocale = (value: string) => {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(value).length > 0;
  } catch {
    return false;
  }
};

const sessions = z
  .strictObject({
    idle_hours: z
      .number()
      .min(0.25)
      .max(SESSION_MAX_MS / HOUR_MS)
      .default(SESSION_IDLE_MS / HOUR_MS),
  })
  .transform(({ idle_hours }) => ({ idleMs: Math.round(idle_hours * HOUR_MS) }));

/** As names are written in the file: `loginsByAddress` is `logins_by_address`. */
const inFile = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const limit = z.strictObject({
  max: z.int().min(1).max(1_000_000),
  minutes: z
    .number()
    .min(1)
    .max(7 * 24 * 60),
});

const limits = z
  .strictObject({
    ...Object.fromEntries(Object.keys(LIMITS).map((name) => [inFile(name), limit.optional()])),
    ipv6_network_factor: z.int().min(1).max(1000).default(IPV6_NETWORK_FACTOR),
  })
  .transform(({ ipv6_network_factor: ipv6NetworkFactor, ...given }): Limits => {
    const entries = Object.entries(LIMITS).map(([name, usual]): [string, Limit] => {
      const own = (given as Readonly<Record<string, z.output<typeof limit> | undefined>>)[
        inFile(name)
      ];
      return [
        name,
        own === undefined ? usual : { max: own.max, windowMs: own.minutes * MINUTE_MS },
      ];
    });
    // Made from the list itself, so every name of it is there.
    return { ...(Object.fromEntries(entries) as Record<LimitName, Limit>), ipv6NetworkFactor };
  });

const feedCount = (usual: number) => z.int().min(1).max(100_000).default(usual);

const feeds = z
  .strictObject({
    guests_by_address: feedCount(FEED_LIMITS.guestsByAddress),
    by_member: feedCount(FEED_LIMITS.byMember),
    guests: feedCount(FEED_LIMITS.guests),
    members: feedCount(FEED_LIMITS.members),
  })
  .transform((given): FeedLimits => ({
    guestsByAddress: given.guests_by_address,
    byMember: given.by_member,
    guests: given.guests,
    members: given.members,
  }));

const rewards = z
  .strictObject({
    vote_points: z.int().min(0).max(10_000).default(50),
    play_points_max: z.int().min(0).max(10_000).default(250),
  })
  .transform((given) => ({
    votePoints: given.vote_points,
    /** The most of one reward. */
    playPointsMax: given.play_points_max,
  }));

const packageId = z.int().min(1).max(999_999_999_999);

const delivery = z.strictObject({
  game: z.enum(BRIDGE_GAMES),
  /** The key of the one server that hands it out; any of the game where it is left out. */
  server: z.string().max(60).optional(),
  /** As the game's plugin understands it, such as a kit's name. */
  give: z.string().trim().min(1).max(200),
});

const shopPackage = z
  .strictObject({
    id: packageId,
    points: z.int().min(0).max(1_000_000).default(0),
    /** One month of it for each payment. */
    tier: z.enum(PAID_TIERS).optional(),
    deliveries: z.array(delivery).max(10).default([]),
  })
  .transform(({ tier, ...rest }) => ({ ...rest, tier: tier ?? null }));

/** What Tebex's packages give, and which of them are which. */
const shop = z
  .strictObject({
    promo_package: packageId.default(6_036_704),
    /** The cards of the shop: packages are found by their exact names [SHOP-03]. */
    subscriptions: z
      .array(
        z.strictObject({ tier: z.enum(PAID_TIERS), package: z.string().trim().min(1).max(100) }),
      )
      .max(PAID_TIERS.length)
      .default([]),
    packages: z.array(shopPackage).max(200).default([]),
  })
  .superRefine(({ packages }, refinement) => {
    const seen = new Map<number, number>();
    for (const [index, { id }] of packages.entries()) {
      const first = seen.get(id);
      if (first === undefined) seen.set(id, index);
      else
        refinement.addIssue({
          code: "custom",
          path: ["packages", index, "id"],
          message: `${id} is already used by packages[${first}]`,
        });
    }
  })
  .transform(({ promo_package, ...rest }) => ({ ...rest, promoPackage: promo_package }));

/** `community.toml`, the owner's file. Unknown keys are mistakes, and are named. */
export const communitySchema = z
  .strictObject({
    timezone: z.string().refine(isTimezone, "must be an IANA time zone such as America/Chicago"),
    /** In which numbers, money and dates are written. */
    locale: z.string().refine(isLocale, "must be a locale such as en-US or de-DE").default("en-US"),
    brand: z
      .strictObject({
        name,
        tagline: z.string().trim().min(1).max(120),
        description: z.string().trim().min(1).max(200),
        currency: z.string().trim().min(1).max(10),
        contact_email: z.email().max(254),
        operator: z.string().trim().min(1).max(120),
        jurisdiction: z.string().trim().min(1).max(120),
      })
      .transform(({ contact_email, ...brand }) => ({ ...brand, contactEmail: contact_email })),
    links: z
      .strictObject({
        discord: httpUrl,
        subscriptions: httpUrl,
        steam_favorites: httpUrl,
        donations: z
          .array(z.strictObject({ name, url: httpUrl }))
          .max(6)
          .default([]),
      })
      .transform(({ steam_favorites, ...links }) => ({
        ...links,
        steamFavorites: steam_favorites,
      })),
    privacy: z.strictObject({ updated: z.iso.date() }),
    /** From which hosts messages may show pictures, over https. */
    pictures: z.strictObject({ hosts: z.array(pictureHost).max(20) }).default({ hosts: [] }),
    sessions: sessions.prefault({}),
    limits: limits.prefault({}),
    /** How many live feeds each instance keeps open. */
    feeds: feeds.prefault({}),
    /** What game servers give through the bridge. */
    rewards: rewards.prefault({}),
    shop: shop.prefault({}),
    servers: z
      .array(server)
      .max(1000)
      .default([])
      .superRefine((servers, refinement) => {
        const seen = new Map<string, number>();
        for (const [index, { key }] of servers.entries()) {
          const first = seen.get(key);
          if (first === undefined) seen.set(key, index);
          else
            refinement.addIssue({
              code: "custom",
              path: [index, "key"],
              message: `"${key}" is already used by servers[${first}]`,
            });
        }
      }),
  })
  .superRefine(({ servers, shop: { packages } }, refinement) => {
    for (const [index, { deliveries }] of packages.entries())
      for (const [nth, { game, server }] of deliveries.entries())
        if (server !== undefined && !servers.some((one) => one.key === server && one.game === game))
          refinement.addIssue({
            code: "custom",
            path: ["shop", "packages", index, "deliveries", nth, "server"],
            message: `"${server}" is the key of no server of ${game}`,
          });
  });
export type Community = z.output<typeof communitySchema>;
export type GameServer = Community["servers"][number];
