import { z } from "zod";
import { PAYMENT_EVENTS, SUBSCRIPTION_EVENTS } from "#shared/constants/shop.ts";
import { setLocale } from "#shared/rules/format.ts";
import { createAuth } from "./auth/auth.ts";
import type { Config } from "./config/config.ts";
import {
  createLiveCommunity,
  createSiteMetrics,
  type HealthWatch,
  type LiveCommunity,
  type Services,
} from "./context/services.ts";
import { type Clock, systemClock } from "./core/clock.ts";
import type { ClientAssets } from "./http/static.ts";
import { createFeedHub, type FeedHub } from "./live/feed.ts";
import { shownOf } from "./live/wire.ts";
import type { Outside } from "./modules/health-checks/index.ts";
import { notify } from "./modules/notifications/index.ts";
import { forgetBrowsers } from "./modules/push/index.ts";
import { createStatusBoard } from "./modules/servers/index.ts";
import { ownHostTest } from "./modules/webhooks/index.ts";
import { createAttachmentFiles, openFilePlace } from "./providers/attachments/files.ts";
import { createBreakers } from "./providers/breaker.ts";
import { createAddressBook } from "./providers/game-query/endpoint.ts";
import { createGameQuery } from "./providers/game-query/game-query.ts";
import { createIdentity } from "./providers/identity/identity.ts";
import { createPasskeyVerifier } from "./providers/passkeys/simple-webauthn.ts";
import { createPasswordRange } from "./providers/password-range/range.ts";
import type { PushSender } from "./providers/ports/sending.ts";
import { createPushSender, makeVapidKey, vapidKeyOf } from "./providers/push/web-push.ts";
import { createShopfront, createTebex } from "./providers/shop/tebex.ts";
import { createProbe, createTrials } from "./providers/trials/trials.ts";
import { createWebhookSender } from "./providers/webhooks/send.ts";
import { createHealth } from "./store/health.ts";
import { migrate } from "./store/migrate.ts";
import { openStore } from "./store/open.ts";
import { ensureSetting } from "./store/settings.ts";
import type { Store } from "./store/store.ts";
import { createOutages } from "./store/trouble.ts";

/** What the program is made of. Built once; a test builds its own. */
export type Deps = Services & {
  /** What of the configuration is replaced while the site runs. */
  readonly live: LiveCommunity;
  /** Open live feeds of this instance. */
  readonly feeds: FeedHub;
  /** The client as it was built. */
  readonly assets: ClientAssets;
};

type Given = Pick<Deps, "log" | "assets"> &
  Partial<Omit<Deps, "config" | "live" | "log" | "assets">>;

/** The types of events that are counted apart; all others are one. */
const COUNTED_EVENTS: readonly string[] = [
  ...Object.keys(PAYMENT_EVENTS),
  ...Object.keys(SUBSCRIPTION_EVENTS),
  "other",
];

/** Whom the health checks ask outside. */
export const outsideOf = ({ mail, matchmaking, attachments }: Config, clock: Clock): Outside => ({
  filePlaceTrouble: () => openFilePlace(attachments).trouble(),
  probe: createProbe(clock),
  gameQuery: createGameQuery(matchmaking),
  greetMailServer:
    mail === null
      ? null
      : async () => {
          // As in the site's jobs: a program that sends no mail need not hold the library of SMTP.
          const { createSmtpMailer } = await import("#server/providers/mail/smtp.ts");
          const mailer = createSmtpMailer(mail);
          try {
            return await mailer.greet();
          } finally {
            mailer.close();
          }
        },
});

/** What looks at the site is loaded when somebody asks: a start has no need of it. */
const createWatch = (services: Omit<Deps, "watch">): HealthWatch => {
  const load = async () => {
    const { createHealthWatch } = await import("#server/modules/health-checks/index.ts");
    return createHealthWatch(services, outsideOf(services.config, services.clock));
  };
  let watch: ReturnType<typeof load> | undefined;
  return { read: async () => (await (watch ??= load())).read() };
};

const vapidSetting = { key: "vapid_key", schema: z.string().length(43) };

/** Another key would be another sender: what browsers have subscribed with is made once, and kept. */
const createPush = async (config: Config, store: Store, clock: Clock): Promise<PushSender> => {
  const { vapidKey, hosts } = config.push;
  const privateKey = vapidKey ?? (await ensureSetting(store, clock, vapidSetting, makeVapidKey));
  return createPushSender({
    key: vapidKeyOf(privateKey),
    // Apple's service refuses addresses of this machine.
    subject: () =>
      config.publicUrl.startsWith("https:")
        ? config.publicUrl
        : `mailto:${config.community.brand.contactEmail}`,
    hosts,
  });
};

/**
 * Opens the store, brings it up to date, and builds everything that stands on it; the board is
 * filled.
 * @param given what cannot be made from the configuration, and whatever a test brings of its own.
 *   A store that is given has been migrated.
 */
export const createDeps = async (configured: Config, given: Given): Promise<Deps> => {
  const live = createLiveCommunity(configured);
  const { config } = live;
  const { log, assets, clock = systemClock } = given;
  setLocale(config.community.brand.locale);
  const where = { databaseUrl: config.databaseUrl, dataDir: config.dataDir, log, clock };
  if (given.store === undefined) await migrate(where);
  const store = given.store ?? (await openStore(where));
  try {
    const { idleMs } = config.community.sessions;
    const board = given.board ?? createStatusBoard({ store, clock, config });
    await board.reload(null);
    const breakers = given.breakers ?? createBreakers({ clock, log });
    const instanceId = given.instanceId ?? crypto.randomUUID();
    const services: Omit<Deps, "watch"> = {
      config,
      live,
      clock,
      log,
      store,
      auth:
        given.auth ??
        (await createAuth({ config, store, clock, idleMs, onSessionsEnded: forgetBrowsers })),
      breakers,
      identity: given.identity ?? createIdentity(config, clock, breakers),
      passwordRange:
        given.passwordRange ??
        (config.passwordRangeBase === null
          ? null
          : createPasswordRange({ base: config.passwordRangeBase, clock, log })),
      passkeys: given.passkeys ?? createPasskeyVerifier(),
      push: given.push ?? (await createPush(config, store, clock)),
      shop:
        given.shop ?? (config.tebex === null ? null : createTebex(config.tebex, breakers.tebex)),
      shopfront: given.shopfront ?? createShopfront(),
      // Whoever corrects an address must not be told of the old one: nothing is remembered.
      gameQuery:
        given.gameQuery ??
        createGameQuery(config.matchmaking, { find: (host) => createAddressBook().find(host) }),
      attachments: given.attachments ?? createAttachmentFiles(config),
      trials: given.trials ?? createTrials(config),
      sendWebhook: given.sendWebhook ?? createWebhookSender(ownHostTest(config.webhooks)),
      board,
      feeds:
        given.feeds ??
        createFeedHub({
          buildId: assets.buildId,
          site: () => shownOf(config),
          limits: config.community.feeds,
          networkFactor: config.community.limits.ipv6NetworkFactor,
        }),
      assets,
      metrics: given.metrics ?? createSiteMetrics(COUNTED_EVENTS),
      health: given.health ?? createHealth({ store, clock, log, instanceId }),
      outages: given.outages ?? createOutages({ store, clock, log }),
      notify,
      instanceId,
    };
    return { ...services, watch: given.watch ?? createWatch(services) };
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
