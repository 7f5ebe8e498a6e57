import { z } from "zod";
import { BRIDGE_GAMES } from "#shared/constants/points.ts";
import { PAID_TIERS } from "#shared/constants/tiers.ts";

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
export const shop = z
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
