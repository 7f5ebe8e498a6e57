import type { Config } from "#server/config.ts";
import type { SiteConfig } from "#shared/schemas/site.ts";

/** What browsers are told about this community. */
export const siteOf = (
  { community, publicUrl }: Pick<Config, "community" | "publicUrl">,
  buildId: string,
): SiteConfig => ({
  buildId,
  publicUrl,
  brand: community.brand,
  links: community.links,
  privacyUpdated: community.privacy.updated,
  timezone: community.timezone,
  pictureHosts: community.pictures.hosts,
  servers: community.servers.map(({ key, game, name }) => ({ key, game, name })),
});
