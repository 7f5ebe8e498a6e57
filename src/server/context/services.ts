import type { Auth } from "#server/auth/auth.ts";
import type { Config } from "#server/config/config.ts";
import type { Clock } from "#server/core/clock.ts";
import type { Log } from "#server/core/log.ts";
import type { AttachmentFiles } from "#server/providers/attachments/port.ts";
import type { Breakers } from "#server/providers/breaker.ts";
import type { GameQuery } from "#server/providers/game-query/port.ts";
import type { IdentityProviders } from "#server/providers/identity/identity.ts";
import type { PasskeyVerifier } from "#server/providers/passkeys/port.ts";
import type { PasswordRange } from "#server/providers/password-range/port.ts";
import type { PushSender } from "#server/providers/push/port.ts";
import type { Shopfront, ShopApi } from "#server/providers/shop/port.ts";
import type { Trials } from "#server/providers/trials/port.ts";
import type { SendWebhook } from "#server/providers/webhooks/port.ts";
import type { Health } from "#server/store/health.ts";
import type { Outages } from "#server/store/outages.ts";
import type { Store } from "#server/store/store.ts";
import type { NotificationContent, Tx } from "./context.ts";
import type { HealthWatch } from "./health-watch.ts";
import type { SiteMetrics } from "./site-metrics.ts";
import type { StatusBoard } from "./status-board.ts";

/** What use cases stand on; `src/server/deps.ts` builds it, and what the transports need besides. */
export type Services = {
  readonly config: Config;
  /** The client as it was built, as far as it is told which that is. */
  readonly assets: { readonly buildId: string; readonly paths?: () => readonly string[] };
  readonly clock: Clock;
  readonly log: Log;
  readonly store: Store;
  /** Who is signed in. */
  readonly auth: Auth;
  /** Keep providers that fail from being asked again and again. */
  readonly breakers: Breakers;
  /** Proves accounts elsewhere, by platform; null for those that are not configured. */
  readonly identity: IdentityProviders;
  /** Looks passwords up in a list of stolen ones; null where the owner has not switched it on. */
  readonly passwordRange: PasswordRange | null;
  /** Makes sure that passkeys have signed. */
  readonly passkeys: PasskeyVerifier;
  /** Reaches browsers through their push services. */
  readonly push: PushSender;
  /** Sells packages; null where no shop is configured. */
  readonly shop: ShopApi | null;
  /** Makes what Tebex says fit to be shown. */
  readonly shopfront: Shopfront;
  /** Asks game servers for people; the poller has its own. */
  readonly gameQuery: GameQuery;
  /** Tries what is configured of providers and mail, when an owner asks. */
  readonly trials: Trials;
  /** Tells other programs what has happened here. */
  readonly sendWebhook: SendWebhook;
  /** Pictures and text files of tickets: how they come in, and where they are kept. */
  readonly attachments: AttachmentFiles;
  /** Server status in memory. */
  readonly board: StatusBoard;
  /** What this process counts. */
  readonly metrics: SiteMetrics;
  readonly health: Health;
  /** Looks at everything, for Admins. */
  readonly watch: HealthWatch;
  /** When the store could not be used. */
  readonly outages: Outages;
  /** What `tx.notify` does: the notifications are a module, which this layer does not know. */
  readonly notify: (tx: Tx, content: NotificationContent) => Promise<number | null>;
  /** Names this process among the instances of the site. */
  readonly instanceId: string;
};
