import { z } from "zod";
import {
  LENGTHS,
  SESSION_IDLE_MS,
  SESSION_MAX_MS,
  STEP_UP_MS,
} from "#shared/constants/accounts.ts";
import {
  FEED_LIMITS,
  IPV6_NETWORK_FACTOR,
  type Limit,
  type LimitName,
  LIMITS,
  type Limits,
} from "#shared/constants/limits.ts";
import { HOUR_MS, MINUTE_MS } from "#shared/constants/time.ts";
import { gameOf } from "#shared/rules/community.ts";
import { isTimeZone, NO_TIME_ZONE } from "#shared/rules/local-time.ts";
import { filledIn } from "#shared/rules/text.ts";
import {
  communityBrand,
  communityMails,
  welcomeNotification,
} from "#shared/schemas/community/brand.ts";
import { unique } from "#shared/schemas/community/checks.ts";
import { communityPage, communityPrivacy } from "#shared/schemas/community/documents.ts";
import {
  communityHome,
  communityMenu,
  communityTexts,
  MENU_TITLE_MAX,
  MENUS,
} from "#shared/schemas/community/home.ts";
import {
  communityGame,
  communityLinks,
  communityPictures,
  communityRewards,
  communityServer,
  communityShop,
  type CommunityTier,
  communityTier,
  type ShopPackage,
} from "#shared/schemas/community/play.ts";
import { ruleLadder, ruleTab } from "#shared/schemas/community/rules.ts";
import { communityTickets } from "#shared/schemas/community/tickets.ts";
import { pageOf, policyOf, readPage, readPolicy } from "./documents.ts";
import { FORMAT, fromFile, queryPortOf, upgraded } from "./file-format.ts";
import { readRulebooks } from "./rulebooks.ts";

/** `*` stands for every entry of a list. */
type Place = string;

const isAt = (path: readonly PropertyKey[], place: Place): boolean => {
  const parts = place.split(".");
  const both = Math.min(parts.length, path.length);
  return parts.slice(0, both).every((part, at) => part === "*" || part === String(path[at]));
};

/** What an issue is about has the shape that it is to have, all the same. */
const keepsShape = ({ code, continue: goesOn }: z.core.$ZodRawIssue): boolean =>
  goesOn === true || code === "unrecognized_keys";

/**
 * For a check that compares parts of a document with each other: it runs wherever these could be read,
 * whatever is wrong elsewhere, so that an owner is told of every mistake at once.
 * @param places what the check reads, such as `games.*.key`.
 */
const whereSound = (
  ...places: readonly Place[]
): { when: (payload: z.core.ParsePayload) => boolean } => ({
  when: ({ issues }) =>
    issues.every(
      (issue) => keepsShape(issue) || !places.some((place) => isAt(issue.path ?? [], place)),
    ),
});

const sessions = z
  .strictObject({
    idleHours: z
      .number()
      .min(0.25)
      .max(SESSION_MAX_MS / HOUR_MS)
      .default(SESSION_IDLE_MS / HOUR_MS),
  })
  .transform(({ idleHours }) => ({ idleMs: Math.round(idleHours * HOUR_MS) }));

const security = z
  .strictObject({
    /** 0 asks nobody. */
    stepUpMinutes: z
      .number()
      .min(0)
      .max(24 * 60)
      .default(STEP_UP_MS / MINUTE_MS),
    /** Whether permissions of the team are off until a session has proven a second factor. */
    teamNeedsSecondFactor: z.boolean().default(true),
    /** Whether a new password is looked up, by a part of its hash, in a list of stolen ones. */
    checkPasswordsOnline: z.boolean().default(false),
  })
  .transform(({ stepUpMinutes, ...rest }) => ({
    ...rest,
    stepUpMs: Math.round(stepUpMinutes * MINUTE_MS),
  }));

const limit = z.strictObject({
  max: z.int().min(1).max(1_000_000),
  minutes: z
    .number()
    .min(1)
    .max(7 * 24 * 60),
});

const ownLimit = limit.optional();
const limits = z
  .strictObject({
    ...Object.fromEntries(Object.keys(LIMITS).map((name) => [name, ownLimit])),
    ipv6NetworkFactor: z.int().min(1).max(1000).default(IPV6_NETWORK_FACTOR),
  })
  .transform(({ ipv6NetworkFactor, ...given }): Limits => {
    const entries = Object.entries(LIMITS).map(([name, usual]): [string, Limit] => {
      const own = (given as Readonly<Record<string, z.output<typeof limit> | undefined>>)[name];
      return [
        name,
        own === undefined ? usual : { max: own.max, windowMs: own.minutes * MINUTE_MS },
      ];
    });
    // Made from the list itself, so every name of it is there.
    return { ...(Object.fromEntries(entries) as Record<LimitName, Limit>), ipv6NetworkFactor };
  });

const feedCount = (usual: number) => z.int().min(1).max(100_000).default(usual);

const feeds = z.strictObject({
  guestsByAddress: feedCount(FEED_LIMITS.guestsByAddress),
  byMember: feedCount(FEED_LIMITS.byMember),
  guests: feedCount(FEED_LIMITS.guests),
  members: feedCount(FEED_LIMITS.members),
});

const rules = z
  .strictObject({
    tabs: z
      .array(ruleTab)
      .max(20)
      .default([])
      .check(unique("key", ({ key }) => key.toLowerCase())),
    ladder: z.optional(ruleLadder),
  })
  .transform(readRulebooks);

/** What a package gives. */
type Gives = {
  id: number;
  points: number;
  /** One month of it for each payment. */
  tier: string | null;
  deliveries: ShopPackage["deliveries"];
  /** Its owner knows that it gives nothing: it is sold all the same. */
  givesNothing?: true;
};

/** What each package gives: a tier's own what the tier promises, so that the two are one number. */
const givenBy = (tiers: readonly CommunityTier[], packages: readonly ShopPackage[]): Gives[] => {
  const ofTier = tiers.flatMap((tier): Gives[] => {
    const { package: id, monthlyPoints: points, key } = tier;
    const { deliveries = [] } = packages.find((one) => one.id === id) ?? {};
    return id === undefined ? [] : [{ id, points, tier: key, deliveries }];
  });
  const others = packages.flatMap(
    ({ id, points: given, tier = null, deliveries, givesNothing }) => {
      if (ofTier.some((one) => one.id === id)) return [];
      const points = given ?? tiers.find(({ key }) => key === tier)?.monthlyPoints ?? 0;
      const gives: Gives = { id, points, tier, deliveries };
      return [givesNothing ? { ...gives, givesNothing } : gives];
    },
  );
  return [...ofTier, ...others];
};

const documentSchema = z
  .strictObject({
    /** Of the file itself: see `upgraded`. */
    format: z.literal(FORMAT, `must be ${FORMAT} or less`),
    /** Of the machine's part: what a day is while the brand names no time zone of its own. */
    timezone: z.string().refine(isTimeZone, NO_TIME_ZONE),
    brand: z.unknown().pipe(communityBrand),
    /** What is left out or empty does not exist, and nothing leads to it. */
    links: z.prefault(communityLinks, {}),
    privacy: z.unknown().pipe(communityPrivacy).transform(readPolicy),
    /** Pages of the community's own, such as an imprint. */
    pages: z
      .array(z.unknown().pipe(communityPage).transform(readPage))
      .max(100)
      .default([])
      .check(unique("key", ({ key }) => key)),
    /** From which hosts messages may show pictures, over https. */
    pictures: z.prefault(communityPictures, {}),
    sessions: sessions.prefault({}),
    security: security.prefault({}),
    limits: limits.prefault({}),
    /** How many live feeds each instance keeps open. */
    feeds: feeds.prefault({}),
    /** What game servers give through the bridge. */
    rewards: z.prefault(communityRewards, {}),
    shop: z.prefault(communityShop, {}),
    tiers: z
      .array(communityTier)
      .max(12)
      .default([])
      .check(unique("key", ({ key }) => key))
      .check(unique("package", (tier) => tier.package)),
    games: z
      .array(communityGame)
      .max(60)
      .default([])
      .check(unique("key", ({ key }) => key)),
    tickets: communityTickets,
    home: z.prefault(communityHome, {}),
    menu: z.prefault(communityMenu, {}),
    texts: z.prefault(communityTexts, {}),
    mails: communityMails,
    /** What new members find, the first on top. */
    welcome: z.array(welcomeNotification).max(5).default([]),
    /** One for each tab; none where the community has no page of rules. */
    rules: rules.prefault({}),
    servers: z
      .array(z.unknown().pipe(communityServer))
      .max(1000)
      .default([])
      .check(unique("key", ({ key }) => key)),
  })
  .superRefine(
    ({ brand: { name, currency }, welcome }, refinement) => {
      const maxima = { title: LENGTHS.notificationSubject, text: LENGTHS.notificationMessage };
      for (const [index, content] of welcome.entries())
        for (const key of ["title", "text"] as const) {
          const isRefused = content[key].length > maxima[key];
          const { length } = filledIn(content[key], { name, currency });
          if (isRefused || length <= maxima[key]) continue;
          const message = `has more than ${maxima[key]} characters with what stands in braces`;
          refinement.addIssue({ code: "custom", path: ["welcome", index, key], message });
        }
    },
    whereSound("brand.name", "brand.currency", "welcome"),
  )
  .superRefine(({ tickets: { appealCategory, categories } }, refinement) => {
    if (appealCategory === undefined) return;
    if (categories.some(({ key }) => key === appealCategory)) return;
    const message = `"${appealCategory}" is none of the categories`;
    refinement.addIssue({ code: "custom", path: ["tickets", "appealCategory"], message });
  }, whereSound("tickets"))
  .superRefine(
    ({ games, tickets: { topics } }, refinement) => {
      for (const [index, { key }] of topics.entries()) {
        const game = games.findIndex(({ name }) => name === key);
        if (game === -1) continue;
        const message = `"${key}" is already the name of games[${game}]`;
        refinement.addIssue({ code: "custom", path: ["tickets", "topics", index, "key"], message });
      }
    },
    whereSound("games.*.name", "tickets"),
  )
  .superRefine(
    ({ menu, pages }, refinement) => {
      for (const name of MENUS)
        for (const [index, { page, title }] of (menu[name] ?? []).entries()) {
          if (page === undefined || page === "") continue;
          const refuse = (message: string, field: string) =>
            refinement.addIssue({ code: "custom", path: ["menu", name, index, field], message });
          const meant = pages.find(({ key }) => key === page);
          if (meant === undefined) refuse(`"${page}" is the key of no page`, "page");
          else if (title === undefined && meant.title.length > MENU_TITLE_MAX)
            refuse(
              `is required: the page's own has more than ${MENU_TITLE_MAX} characters`,
              "title",
            );
        }
    },
    whereSound("menu", "pages.*.key", "pages.*.title"),
  )
  .superRefine(
    ({ tiers, shop: { packages, promoPackage } }, refinement) => {
      const refuse = (message: string, ...path: (string | number)[]) =>
        refinement.addIssue({ code: "custom", path, message });
      const ownTierOf = (id: number) => tiers.find((one) => one.package === id);
      if (promoPackage !== undefined && ownTierOf(promoPackage) !== undefined)
        refuse(
          `is the package of the tier ${ownTierOf(promoPackage)?.key}`,
          "shop",
          "promoPackage",
        );
      for (const [index, one] of packages.entries()) {
        const { id, tier, points, deliveries, givesNothing } = one;
        const path = ["shop", "packages", index] as const;
        const own = ownTierOf(id);
        const gives =
          own !== undefined || tier !== undefined || (points ?? 0) + deliveries.length > 0;
        if (givesNothing && gives)
          refuse("is for a package that gives nothing, and this one does", ...path, "givesNothing");
        if (own !== undefined) {
          const gives = `is what the tier ${own.key} says of its package`;
          if (points !== undefined) refuse(`${gives}, as monthly_points`, ...path, "points");
          if (tier !== undefined) refuse(gives, ...path, "tier");
        } else if (tier !== undefined && !tiers.some(({ key }) => key === tier))
          refuse(`"${tier}" is the key of no tier`, ...path, "tier");
      }
    },
    whereSound("tiers.*.key", "tiers.*.package", "shop"),
  )
  .superRefine(
    ({ games, servers }, refinement) => {
      for (const [index, { game }] of servers.entries())
        if (!games.some(({ key }) => key === game)) {
          const path = ["servers", index, "game"];
          const message = `"${game}" is the key of no game`;
          refinement.addIssue({ code: "custom", path, message });
        }
    },
    whereSound("games.*.key", "servers.*.game"),
  )
  .superRefine(
    ({ games, servers, shop: { packages } }, refinement) => {
      const refuse = (message: string, ...path: (string | number)[]) =>
        refinement.addIssue({ code: "custom", path: ["shop", "packages", ...path], message });
      for (const [index, { deliveries }] of packages.entries())
        for (const [nth, { game, server }] of deliveries.entries()) {
          const path = [index, "deliveries", nth];
          if (!games.some(({ key }) => key === game))
            refuse(`"${game}" is the key of no game`, ...path, "game");
          if (
            server !== undefined &&
            !servers.some((one) => one.key === server && one.game === game)
          )
            refuse(`"${server}" is the key of no server of ${game}`, ...path, "server");
        }
    },
    whereSound("games.*.key", "servers.*.key", "servers.*.game", "shop"),
  )
  .transform(({ servers, shop: { promoPackage, packages, note }, ...rest }) => ({
    ...rest,
    timezone: rest.brand.timezone ?? rest.timezone,
    shop: {
      promoPackage: promoPackage ?? null,
      packages: givenBy(rest.tiers, packages),
      ...(note !== undefined && { note }),
    },
    privacy: policyOf(rest.privacy, {
      language: rest.brand.language,
      brand: rest.brand,
      pictureHosts: rest.pictures.hosts,
      checksPasswords: rest.security.checkPasswordsOnline,
    }),
    pages: rest.pages.map((page) =>
      pageOf(page, {
        language: rest.brand.language,
        brand: rest.brand,
        pictureHosts: rest.pictures.hosts,
        checksPasswords: rest.security.checkPasswordsOnline,
      }),
    ),
    servers: servers.map(({ key, game, name, host, port, ...given }) => {
      const { protocol, join, queryPort: usual } = gameOf(rest.games, game);
      return {
        key,
        game,
        name,
        /** Where players join. */
        host,
        port,
        join,
        protocol,
        /** Where the poller asks. */
        queryHost: given.queryHost ?? host,
        queryPort: queryPortOf({ protocol, port, queryPort: given.queryPort }, usual),
        voteUrl: given.voteUrl ?? null,
      };
    }),
  }));

/**
 * The site's document and the machine's part together, of any format so far. Unknown names are
 * mistakes, and are named.
 */
export const communityOf = z.unknown().transform(upgraded).pipe(documentSchema);

/**
 * `community.toml`, the owner's file. Issues have paths with names as they are in code: `inFile` makes
 * those of the file.
 */
export const communitySchema = z.unknown().transform(fromFile).pipe(communityOf);
export type Community = z.output<typeof communitySchema>;
export type GameServer = Community["servers"][number];
