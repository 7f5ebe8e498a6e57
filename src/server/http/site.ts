import type { Config } from "#server/config/config.ts";
import type { SiteConfig } from "#shared/schemas/site.ts";

/** What browsers are told about this community. */
export const siteOf = (
  { community, publicUrl, tebex }: Pick<Config, "community" | "publicUrl" | "tebex">,
  buildId: string,
): SiteConfig => ({
  buildId,
  publicUrl,
  brand: community.brand,
  links: community.links,
  privacyUpdated: community.privacy.updated,
  timezone: community.timezone,
  shop: tebex && {
    checkoutUrl: tebex.checkoutUrl,
    promoPackage: community.shop.promoPackage,
    subscriptions: community.shop.subscriptions,
  },
  pictureHosts: community.pictures.hosts,
  servers: community.servers.map(({ key, game, name }) => ({ key, game, name })),
});
