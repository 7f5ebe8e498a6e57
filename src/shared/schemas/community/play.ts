import { z } from "zod/mini";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { PICTURE_MAX_BYTES } from "#shared/constants/pictures.ts";
import { isLine, NO_LINE } from "#shared/rules/lines.ts";
import { spelledAlike } from "#shared/rules/text.ts";
import { text, words } from "#shared/schemas/text.ts";
import { unique } from "./checks.ts";
import { gameKey } from "./games.ts";
import { packageId, tierKey } from "./tiers.ts";

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
