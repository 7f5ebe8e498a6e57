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
  /** In which numbers, money and dates are written. */
  locale: z.string(),
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

/** The picture that a link to a page shows where it is pasted. */
export type LinkPreview = {
  /** Its address: another one for each that looks otherwise. */
  path: string;
  /** The community's, beside its mark unless it is the title. */
  name: string;
  title: string;
  /** One sentence below the title. */
  line: string;
};
