import type { Auth } from "#server/auth/auth.ts";
import type { Community } from "#server/config/community.ts";
import type { Config } from "#server/config/config.ts";
import type { Clock } from "#server/core/clock.ts";
import type { Log } from "#server/core/log.ts";
import {
  type Counters,
  createCounters,
  createHistograms,
  type Histograms,
} from "#server/core/metrics.ts";
import type { Breakers } from "#server/providers/breaker.ts";
import type { IdentityProviders } from "#server/providers/identity/identity.ts";
import type { AttachmentFiles } from "#server/providers/ports/files.ts";
import {
  type GameQuery,
  SHOP_FAILURE_REASONS,
  type ShopApi,
  type Shopfront,
  type Trials,
} from "#server/providers/ports/outside.ts";
import type { PasskeyVerifier, PasswordRange } from "#server/providers/ports/people.ts";
import type { PushSender, SendWebhook } from "#server/providers/ports/sending.ts";
import type { Health } from "#server/store/health.ts";
import { type EndedRun, type LastRun, lastRunAfter } from "#server/store/job-runs.ts";
import type { Store } from "#server/store/store.ts";
import type { Outages } from "#server/store/trouble.ts";
import type { HistoryRange } from "#shared/constants/games.ts";
import { ENTRY_KINDS } from "#shared/constants/points.ts";
import { ORDER_STATES } from "#shared/constants/shop.ts";
import type { SiteHealth } from "#shared/schemas/health.ts";
import type {
  ServerHistory,
  ServerPast,
  ServerRow,
  ServersSummary,
} from "#shared/schemas/servers.ts";
import type { NotificationContent, Tx } from "./context.ts";

/** What looks at the site that runs. */
export type HealthWatch = {
  /** Looks at everything, at most every few seconds, however many ask. Never throws. */
  read(): Promise<SiteHealth>;
};

/** The status in memory: requests read it and nothing else. */
export type StatusBoard = {
  /** In the order of `community.toml`; of one game, or of all that have a status. */
  rows(game?: string): readonly ServerRow[];
  /** The charts, read when they are first asked for. */
  history(game: string): Promise<readonly ServerHistory[]>;
  /** Players and uptime of one server, at most an hour old; null for a key without a status. */
  past(key: string, range: HistoryRange): Promise<ServerPast | null>;
  summary(): ServersSummary;
  /** The keys of the games that have a status, in their order. */
  games(): readonly string[];
  /** The keys of all games that the community has. */
  known(): readonly string[];
  /** The answer of `GET /api/server/{game}`, made when the status changed; null for no such game. */
  json(game: string): { body: string; etag: string } | null;
  /**
   * Reads the status from the store.
   * @param keys what has changed; null when that is not known.
   * @returns the rows to tell people about: those named, and those that look different.
   */
  reload(keys: readonly string[] | null): Promise<readonly ServerRow[]>;
  /** Shows the servers and games that the community has now, with what the store knows of them. */
  configure(): Promise<void>;
  /** Reads what the history has gained; the first time, all of the charts. */
  reloadHistory(): Promise<void>;
};

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

/** In seconds: from what lies ready to what a person gives up on. */
const REQUEST_BOUNDS = [0.001, 0.005, 0.025, 0.1, 0.25, 1, 2.5, 10] as const;
const JOB_BOUNDS = [0.01, 0.1, 1, 10, 60, 600] as const;

/** What a transaction may count, once it has committed. */
export type Tally = "points" | "orders" | "shopEvents";

/** What this process has counted since it started. */
export type SiteMetrics = {
  /** By method, route pattern and status; null where requests are not counted, as to measure that. */
  readonly requests: Histograms | null;
  /** By job (`job_name`: Prometheus has a `job` of its own) and how it ended: `ran` or `failed`. */
  readonly jobRuns: Counters;
  /** By job. */
  readonly jobSeconds: Histograms;
  /** How the last run of each job went on this instance. */
  readonly jobs: {
    note(name: string, run: EndedRun): void;
    read(): ReadonlyMap<string, LastRun>;
  };
  /** Refusals of Tebex by reason. */
  readonly shopRefusals: Counters;
} & Readonly<Record<Tally, Counters>>;

const createLastRuns = (): SiteMetrics["jobs"] => {
  const runs = new Map<string, LastRun>();
  return {
    note: (name, run) => void runs.set(name, lastRunAfter(runs.get(name) ?? null, run)),
    read: () => runs,
  };
};

/**
 * Counters that stand at nothing.
 * @param events the types of Tebex's events that are told apart.
 */
export const createSiteMetrics = (events: readonly string[] = []): SiteMetrics => ({
  requests: createHistograms({
    name: "lynxden_http_request_duration_seconds",
    help: "Requests by method, route pattern and status, and how long they took.",
    labels: ["method", "route", "status"],
    bounds: REQUEST_BOUNDS,
  }),
  jobRuns: createCounters({
    name: "lynxden_job_runs_total",
    help: "Runs of jobs on this instance that came to their end.",
    labels: ["job_name", "result"],
  }),
  jobSeconds: createHistograms({
    name: "lynxden_job_duration_seconds",
    help: "How long runs of jobs took on this instance.",
    labels: ["job_name"],
    bounds: JOB_BOUNDS,
  }),
  jobs: createLastRuns(),
  shopRefusals: createCounters({
    name: "lynxden_tebex_refusals_total",
    help: "What Tebex refused, by reason; refused is a reason that the site does not know.",
    labels: ["reason"],
    known: [SHOP_FAILURE_REASONS],
  }),
  points: createCounters({
    name: "lynxden_points_total",
    help: "Points that this instance wrote into the ledger, by kind and direction.",
    labels: ["kind", "direction"],
    known: [ENTRY_KINDS, ["in", "out"]],
  }),
  orders: createCounters({
    name: "lynxden_orders_total",
    help: "Orders that this instance brought into a state; open ones have been made.",
    labels: ["state"],
    known: [ORDER_STATES],
  }),
  shopEvents: createCounters({
    name: "lynxden_shop_events_total",
    help: "Events of Tebex that this instance received, by type.",
    labels: ["type"],
    known: [events],
  }),
});

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
