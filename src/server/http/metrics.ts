import { createHash, timingSafeEqual } from "node:crypto";
import type { Services } from "#server/context/services.ts";
import { AppError, REFUSALS } from "#server/core/errors.ts";
import { type MetricFamily, metricsText, oneGauge } from "#server/core/metrics.ts";
import { VERSION } from "#server/core/version.ts";
import type { FeedHub } from "#server/live/feed.ts";
import { measureSite } from "#server/modules/health-checks/index.ts";
import type { HttpContext } from "./http-context.ts";
import { bearerOf } from "./request.ts";

/** However many ask, the database is asked once in this time. */
const REMEMBERED_MS = 5000;

const HEADERS = {
  "cache-control": "no-store",
  "content-type": "text/plain; version=0.0.4; charset=utf-8",
};

const hashOf = (text: string) => createHash("sha256").update(text).digest();

/** @throws {AppError} where whoever asks may not read the metrics. */
const assertMayRead = (token: string | null, httpContext: HttpContext, request: Request): void => {
  if (token === null) {
    if (httpContext.isLocal()) return;
    throw new AppError("forbidden", REFUSALS.metricsOfThisMachine);
  }
  const sent = bearerOf(request);
  if (sent !== null && timingSafeEqual(hashOf(sent), hashOf(token))) return;
  throw new AppError("unauthorized", REFUSALS.metricsToken, {
    headers: { "www-authenticate": "Bearer" },
  });
};

const processMetrics = (buildId: string): readonly MetricFamily[] => {
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  return [
    {
      name: "lynxden_build_info",
      help: "What runs: the value is always 1.",
      type: "gauge",
      samples: [{ labels: { version: VERSION, build: buildId, bun: Bun.version }, value: 1 }],
    },
    oneGauge("lynxden_process_resident_memory_bytes", "Memory that the process holds.", rss),
    oneGauge("lynxden_process_heap_bytes", "What of it JavaScript uses.", heapUsed),
    {
      name: "lynxden_process_cpu_seconds_total",
      help: "Processor time that the process has used.",
      type: "counter",
      samples: [{ value: (user + system) / 1_000_000 }],
    },
    oneGauge(
      "lynxden_process_start_time_seconds",
      "When the process started.",
      Math.round(Date.now() / 1000 - process.uptime()),
    ),
  ];
};

/**
 * `GET /metrics`: how this instance is, for Prometheus. With METRICS_TOKEN for whoever sends that as
 * a bearer, otherwise for programs of this machine alone.
 */
export const metricsHandler = (services: Services & { feeds: FeedHub }) => {
  const { config, assets, metrics, feeds } = services;
  let measured: { families: Promise<readonly MetricFamily[]>; atMs: number } | null = null;
  const measure = () => {
    const nowMs = performance.now();
    if (measured === null || nowMs - measured.atMs >= REMEMBERED_MS)
      measured = { families: measureSite(services), atMs: nowMs };
    return measured.families;
  };
  return async (httpContext: HttpContext, request: Request): Promise<Response> => {
    assertMayRead(config.metricsToken, httpContext, request);
    const { requests, jobRuns, jobSeconds, points, orders, shopEvents, shopRefusals } = metrics;
    const counted = [jobRuns, jobSeconds, points, orders, shopEvents, shopRefusals];
    const text = metricsText([
      ...processMetrics(assets.buildId),
      oneGauge("lynxden_feeds_open", "Live connections of browsers.", feeds.size()),
      ...(await measure()),
      ...(requests === null ? [] : [requests.read()]),
      ...counted.map((one) => one.read()),
    ]);
    return new Response(text, { headers: HEADERS });
  };
};
