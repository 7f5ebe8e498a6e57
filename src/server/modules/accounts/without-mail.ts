import type { Config } from "#server/config/config.ts";

/**
 * What somebody is answered who waits for a mail: the truth, where the site sends none.
 * @param without says whom to ask; is given the community's address.
 */
export const whereMailed = (
  { config }: { config: Pick<Config, "mail" | "community"> },
  sentence: string,
  without: (contactEmail: string) => string,
): string => (config.mail === null ? without(config.community.brand.contactEmail) : sentence);
