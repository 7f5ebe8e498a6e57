import {
  createCounters,
  createHistograms,
  type Counters,
  type Histograms,
} from "#server/core/metrics.ts";
import { SHOP_FAILURE_REASONS } from "#server/providers/shop/port.ts";
import { type EndedRun, type LastRun, lastRunAfter } from "#server/store/job-runs.ts";
import { ENTRY_KINDS } from "#shared/constants/points.ts";
import { ORDER_STATES } from "#shared/constants/shop.ts";

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
