import type { Community } from "#server/config/community.ts";
import type { Config } from "#server/config/config.ts";

/** What is published: replaced while the site runs. */
export type LiveCommunity = {
  /**
   * The configuration, whose community is what is published whenever somebody looks: what is kept of
   * it, or of a copy, becomes old.
   */
  readonly config: Config;
  /** The same where something else of it is known only now, such as the address. */
  with(known: Partial<Omit<Config, "community" | "siteVersion" | "maintenance" | "mail">>): Config;
  replace(published: Pick<Config, "community" | "siteVersion">): void;
  /** Begins the maintenance of the site, or ends it with null. */
  maintain(maintenance: Config["maintenance"]): void;
};

/** Mails are sent in the community's name, and answers go to where it is reached. */
const mailOf = ({ mail }: Config, { brand }: Community): Config["mail"] =>
  mail && {
    ...mail,
    from: { ...mail.from, name: brand.name },
    replyTo: brand.contactEmail,
  };

/** A configuration that says of the community what is published. @param given what holds until then. */
export const createLiveCommunity = (given: Config): LiveCommunity => {
  let { community, siteVersion, maintenance } = given;
  const liveConfig = (config: Config): Config =>
    Object.defineProperties(
      { ...config },
      {
        community: { enumerable: true, get: () => community },
        siteVersion: { enumerable: true, get: () => siteVersion },
        maintenance: { enumerable: true, get: () => maintenance },
        mail: { enumerable: true, get: () => mailOf(given, community) },
      },
    );
  return {
    config: liveConfig(given),
    with: (known) => liveConfig({ ...given, ...known }),
    replace: (published) => {
      ({ community, siteVersion } = published);
    },
    maintain: (present) => {
      maintenance = present;
    },
  };
};
