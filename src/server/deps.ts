import { type Auth, createAuth } from "#server/auth/auth.ts";
import type { Clock } from "#server/clock.ts";
import { systemClock } from "#server/clock.ts";
import type { Config } from "#server/config.ts";
import { createHealth, type Health } from "#server/health.ts";
import type { ClientAssets } from "#server/http/client-assets.ts";
import { createFeedHub, type FeedHub } from "#server/live/feed.ts";
import type { Log } from "#server/log.ts";
import { createStatusBoard, type StatusBoard } from "#server/modules/servers/index.ts";
import { createOutages, type Outages } from "#server/outages.ts";
import { type Breakers, createBreakers } from "#server/providers/breaker.ts";
import { createIdentity, type IdentityProviders } from "#server/providers/identity/identity.ts";
import type { Shopfront, ShopApi } from "#server/providers/shop/port.ts";
import { createShopfront } from "#server/providers/shop/shopfront.ts";
import { createTebex } from "#server/providers/shop/tebex.ts";
import { migrate } from "#server/store/migrate.ts";
import { openStore } from "#server/store/open.ts";
import type { Store } from "#server/store/store.ts";

/** What the program is made of. Built once; a test builds its own. */
export type Deps = {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly store: Store;
  /** Who is signed in. */
  readonly auth: Auth;
  /** Keep providers that fail from being asked again and again. */
  readonly breakers: Breakers;
  /** Proves accounts elsewhere, by platform; null for those that are not configured. */
  readonly identity: IdentityProviders;
  /** Sells packages; null where no shop is configured. */
  readonly shop: ShopApi | null;
  /** Makes what Tebex says fit to be shown. */
  readonly shopfront: Shopfront;
  /** Server status in memory. */
  readonly board: StatusBoard;
  /** Open live feeds of this instance. */
  readonly feeds: FeedHub;
  /** The client as it was built. */
  readonly assets: ClientAssets;
  readonly health: Health;
  /** When the store could not be used. */
  readonly outages: Outages;
  /** Names this process among the instances of the site. */
  readonly instanceId: string;
};

type Given = Pick<Deps, "log" | "assets"> & Partial<Omit<Deps, "config" | "log" | "assets">>;

const fillBoard = async (board: StatusBoard) => {
  await board.reload(null);
  await board.reloadHistory();
};

/**
 * Opens the store, brings it up to date, and builds everything that stands on it; the board is
 * filled.
 * @param given what cannot be made from the configuration, and whatever a test brings of its own.
 *   A store that is given has been migrated.
 */
export const createDeps = async (config: Config, given: Given): Promise<Deps> => {
  const { log, assets, clock = systemClock } = given;
  const where = { databaseUrl: config.databaseUrl, dataDir: config.dataDir, log, clock };
  if (given.store === undefined) await migrate(where);
  const store = given.store ?? (await openStore(where));
  try {
    const { idleMs } = config.community.sessions;
    const board = given.board ?? createStatusBoard({ store, clock, config });
    await fillBoard(board);
    const breakers = given.breakers ?? createBreakers({ clock, log });
    const instanceId = given.instanceId ?? crypto.randomUUID();
    return {
      config,
      clock,
      log,
      store,
      auth: given.auth ?? (await createAuth({ config, store, clock, idleMs })),
      breakers,
      identity: given.identity ?? createIdentity(config, clock, breakers),
      shop:
        given.shop ??
        (config.tebex === null ? null : createTebex(config.tebex, undefined, breakers.tebex)),
      shopfront: given.shopfront ?? createShopfront(),
      board,
      feeds:
        given.feeds ??
        createFeedHub({
          buildId: assets.buildId,
          limits: config.community.feeds,
          networkFactor: config.community.limits.ipv6NetworkFactor,
        }),
      assets,
      health: given.health ?? createHealth({ store, clock, log, instanceId }),
      outages: given.outages ?? createOutages({ store, clock, log }),
      instanceId,
    };
  } catch (error) {
    if (given.store === undefined) await store.close();
    throw error;
  }
};

/** Ends every feed and closes the store. */
export const closeDeps = async ({ feeds, store }: Deps): Promise<void> => {
  feeds.end();
  await store.close();
};
