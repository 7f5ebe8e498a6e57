import { type Config, ConfigError } from "#server/config/config.ts";
import type { LiveCommunity } from "#server/context/live-community.ts";
import type { Services } from "#server/context/services.ts";
import { systemContext } from "#server/context/unit-of-work.ts";
import { readMaintenance } from "#server/modules/maintenance/index.ts";
import { newestVersion, type Published, readPublished } from "#server/modules/site/index.ts";
import { setLocale } from "#shared/rules/format.ts";
import type { FeedHub } from "./feed.ts";

type Deps = Services & { readonly live: LiveCommunity; readonly feeds: FeedHub };

/** What feeds say of the site that this instance shows. */
export const shownOf = ({ siteVersion, maintenance }: Config) => ({
  siteVersion,
  ...(maintenance !== null && { maintenance: maintenance.id }),
});

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** What this instance says of the community from now on; what stands in its memory follows. */
export const showPublished = async (
  { live, board }: Pick<Deps, "live" | "board">,
  published: Published,
): Promise<void> => {
  const { servers, games } = live.config.community;
  live.replace(published);
  const { community } = published;
  setLocale(community.brand.locale);
  if (!isSame(servers, community.servers) || !isSame(games, community.games))
    await board.configure();
};

/**
 * Follows what is published, here and on other instances.
 * @param renew makes everything anew that was made of the community: headers and ready replies at once,
 *   and pages in the time that it takes, for which nothing here waits.
 * @returns what looks whether there is a newer version, and shows it. Who calls while it does so waits for
 *   another look: the last version wins.
 */
export const followPublications = (deps: Deps, renew: () => void) => {
  const { live, feeds, log } = deps;
  const { read } = systemContext(deps, "publications");

  const isNewer = async () => {
    const newest = await newestVersion(read);
    return newest !== 0 && newest !== live.config.siteVersion;
  };
  const look = async () => {
    const maintenance = await readMaintenance(read);
    const isOther = maintenance?.id !== live.config.maintenance?.id;
    const published = (await isNewer()) ? await readPublished(read) : null;
    if (!isOther && published === null) return;
    live.maintain(maintenance);
    if (published !== null) await showPublished(deps, published);
    const shown = shownOf(live.config);
    // Open tabs ask for what they show, which needs none of the pages that take a while.
    feeds.send("everyone", { type: "site.changed", ...shown });
    renew();
    log.info("site.shown", shown);
  };
  const lookOnce = async () => {
    try {
      await look();
    } catch (error) {
      // Of a newer program, say: this one goes on with what it understands.
      if (!(error instanceof ConfigError)) throw error;
      log.error("site.not_understood", { problems: error.problems.join("; ") });
    }
  };

  let looking: Promise<void> | null = null;
  let isAskedAgain = false;
  const lookUntilNobodyAsks = async () => {
    try {
      do {
        isAskedAgain = false;
        await lookOnce();
      } while (isAskedAgain);
    } finally {
      looking = null;
    }
  };
  return (): Promise<void> => {
    isAskedAgain = looking !== null;
    return (looking ??= lookUntilNobodyAsks());
  };
};
