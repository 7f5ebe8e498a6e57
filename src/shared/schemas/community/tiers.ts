import { z } from "zod/mini";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { NO_TIER, PROMO } from "#shared/constants/shop.ts";
import { words } from "#shared/schemas/text.ts";

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
export const packageId = z.int().check(z.minimum(1), z.maximum(999_999_999_999));

const isTaken = (key: string) => [NO_TIER, PROMO].includes(key);
const isCents = (price: number) => Math.abs(price * 100 - Math.round(price * 100)) < 1e-6;
const isCurrency = (code: string) => Intl.supportedValuesOf("currency").includes(code);

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
