import { z } from "zod/mini";
import { SERVER_GAMES } from "#shared/constants/games.ts";
import { PAID_TIERS } from "#shared/constants/tiers.ts";

/**
 * What the browser is told about this community: the public part of `community.toml`, plus the
 * build. Travels in `<script type="application/json" id="site">`.
 */
export const siteConfig = z.object({
  buildId: z.string(),
  publicUrl: z.string(),
  brand: z.object({
    name: z.string(),
    tagline: z.string(),
    description: z.string(),
    currency: z.string(),
    contactEmail: z.string(),
    operator: z.string(),
    jurisdiction: z.string(),
  }),
  links: z.object({
    discord: z.string(),
    subscriptions: z.string(),
    steamFavorites: z.string(),
    donations: z.array(z.object({ name: z.string(), url: z.string() })),
  }),
  privacyUpdated: z.iso.date(),
  timezone: z.string(),
  /** Null where this community has no shop. */
  shop: z.nullable(
    z.object({
      /** Below it baskets are paid: where the checkout window is loaded from. */
      checkoutUrl: z.string(),
      promoPackage: z.int(),
      /** The cards of the shop, with the exact names of their packages [SHOP-03]. */
      subscriptions: z.array(z.object({ tier: z.enum(PAID_TIERS), package: z.string() })),
    }),
  ),
  /** From these hosts alone messages show pictures. */
  pictureHosts: z.array(z.string()),
  /** Configured servers in their order, so that a list has its rows before their status arrives. */
  servers: z.array(z.object({ key: z.string(), game: z.enum(SERVER_GAMES), name: z.string() })),
});
export type SiteConfig = z.infer<typeof siteConfig>;
