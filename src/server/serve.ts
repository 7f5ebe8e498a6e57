import { lookup } from "node:dns/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Server } from "bun";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { MESSAGES } from "#shared/messages.ts";
import { SETUP_COMMAND } from "#shared/setup-messages.ts";
import { type App, createApp } from "./app.ts";
import type { Config } from "./config/config.ts";
import { isHostAddress, resolveProxies } from "./config/environment.ts";
import type { SiteMetrics } from "./context/services.ts";
import { systemContext } from "./context/unit-of-work.ts";
import { systemTimer, type Timer } from "./core/clock.ts";
import { holdConnections } from "./core/hold-connections.ts";
import { errorFields, type Log } from "./core/log.ts";
import { closeDeps, createDeps, type Deps } from "./deps.ts";
import type { DrawPreviews } from "./http/preview/previews.ts";
import type { RenderSite } from "./http/render-site.ts";
import type { ClientAssets } from "./http/static.ts";
import type { Job } from "./jobs/job-lease.ts";
import { startJobs } from "./jobs/scheduler.ts";
import { followPublications, showPublished, wireLive } from "./live/wire.ts";
import type { BackUp } from "./modules/backups/index.ts";
import { keepBuild } from "./modules/builds/index.ts";
import { hasAdmin } from "./modules/setup/index.ts";
import { startPublished } from "./modules/site/index.ts";
import { claimStore, refuseStray } from "./store/open.ts";
import { createMutex } from "./store/transaction.ts";
import { storeTroubleOf } from "./store/trouble.ts";

/** A quiet connection is closed after this long; the feed's heartbeat comes in well before. */
const IDLE_TIMEOUT_SECONDS = 60;
/** Cut off without ceremony; our own limits below it answer with a sentence. */
const REQUEST_BODY_MAX_BYTES = 10 * 1024 * 1024;
/** Who has just connected has sent a request after this long, on a busy machine too. */
const LAST_REQUESTS_MS = 250;
/** What is under way when the program is told to stop gets this long, and then the store likewise. */
const STOP_PATIENCE_MS = 10_000;

/** A database that could not be used when the build was to be kept is asked again after this. */
const KEEP_RETRY_MS = 10_000;
/** How often an instance looks for itself whether something else was published: with SQLite no command can tell it. */
export const FOLLOW_MS = { sqlite: 1000, postgres: 10_000 } as const;
/**
 * Until the site has begun its work, what is left behind is collected so often: the heap would grow around it, and
 * what stays would lie scattered in a heap of that size.
 */
const COLLECT_EVERY_MS = 150;
/** Whoever waited for the start is answered first: what is then loaded, begun and rendered takes the thread for a while. */
const BEGIN_AFTER_MS = 20;
/**
 * Link previews are drawn ahead by a process of their own, after this long; one that is asked for before is drawn then.
 * Each job has run once by then: what they and the drawing leave behind is released together.
 */
const DRAW_AFTER_MS = 10_000;

/** What the owner can do something about before the site listens. The message says what. */
export class StartError extends Error {
  override readonly name = "StartError";
}

export type Site = {
  /** Where this process listens, without a trailing slash. */
  url: string;
  deps: Deps;
  /** Lets what is under way finish, and ends everything; gives up on what takes too long. */
  stop(): Promise<void>;
};

export type SiteOptions = {
  log: Log;
  assets: ClientAssets;
  /** Renders the pages once the site listens. */
  render: RenderSite;
  /** Draws what links to the pages show. */
  draw: DrawPreviews;
  /** Whether it draws before anybody asks; else each picture is drawn when it is asked for. */
  drawsAhead?: boolean;
  /** Makes backups where they are configured; without it there are none. */
  backUp?: BackUp;
  /** In place of the site's own, for a drill and for tests. */
  jobs?: (deps: Deps) => readonly Job[] | Promise<readonly Job[]>;
  /** In place of the usual ones, for a benchmark of what they cost. */
  metrics?: SiteMetrics;
  stopPatienceMs?: number;
  /** The system's unless a test brings one that it can move. */
  timer?: Timer;
  /** How long the start waits for PostgreSQL. */
  storePatienceMs?: number;
  /** Ends that wait. */
  signal?: AbortSignal;
  /** Called once the pages are rendered and the jobs have begun. */
  onStarted?: () => void;
  /** Called now and then while the site begins its work, which leaves a lot behind. */
  collectGarbage?: () => void;
  /** Called when a lot has been rendered or drawn at once: an idle site would keep what that leaves behind. */
  releaseMemory?: () => void;
};

/** What the site does beside its requests is loaded once it listens. */
const loadJobs = async (deps: Deps): Promise<readonly Job[]> => {
  const { siteJobs } = await import("#server/jobs/site-jobs.ts");
  return siteJobs(deps);
};

const loadHousekeeping = () => import("#server/jobs/housekeeping.ts");

const LISTEN_FAILURES: Record<string, (where: string) => string> = {
  EADDRINUSE: (where) =>
    `${where} is in use already. Set PORT to another one, or stop what runs there.`,
  EACCES: (where) => `${where} is not ours to listen on. Ports below 1024 need special rights.`,
  EADDRNOTAVAIL: (where) =>
    `${where} does not belong to this machine. Set HOST to one of its addresses.`,
};

/** Asked before, since of a name that leads nowhere listening fails with any code. */
const assertHost = async ({ host }: Config): Promise<void> => {
  if (isHostAddress(host)) return;
  await lookup(host).catch((cause: unknown) => {
    throw new StartError(
      `HOST is ${host}, a name that leads to no address. Set it to an address of this machine, such as 127.0.0.1, or to 0.0.0.0 for all of them.`,
      { cause },
    );
  });
};

const listen = ({ host, port }: Config, { fetch, routes }: App, log: Log): Server<undefined> => {
  try {
    return Bun.serve({
      hostname: host,
      port,
      idleTimeout: IDLE_TIMEOUT_SECONDS,
      maxRequestBodySize: REQUEST_BODY_MAX_BYTES,
      development: false,
      // Without it two sites would share a port in silence.
      reusePort: false,
      routes,
      fetch,
      // What fails after an answer has begun, such as a file that is gone.
      error: (error) => {
        log.error("answer.failed", errorFields(error));
        return new Response(MESSAGES.unexpected, { status: 500 });
      },
    });
  } catch (error) {
    const sentence = LISTEN_FAILURES[String((error as { code?: unknown }).code)];
    if (sentence === undefined) throw error;
    throw new StartError(sentence(`Port ${port} on ${host}`), { cause: error });
  }
};

const urlOf = ({ host }: Config, port: number) => {
  const name = ["0.0.0.0", "::"].includes(host) ? "localhost" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
};

/** What a page of this build may still need after the next update goes into the store. */
const keepThisBuild = (deps: Deps) => {
  const { assets } = deps;
  const files = assets.paths().flatMap((path) => {
    const asset = assets.find(path);
    if (asset === undefined || !asset.immutable) return [];
    return {
      path,
      type: asset.type,
      packed: () => (asset.encodings.includes("br") ? asset.body("br").bytes() : null),
      plain: () => asset.body("identity").bytes(),
    };
  });
  return keepBuild(systemContext(deps, "start"), { buildId: assets.buildId, files });
};

/** A site that nobody can administer yet says what its owner does next. */
const sayHowToBegin = async ({ store, log }: Deps): Promise<void> => {
  if (await hasAdmin(store.read)) return;
  log.warn("setup.needed", { message: SETUP_COMMAND.needed });
};

/** While the database cannot be used it is tried again and again. */
const keepWhenPossible = async (deps: Deps, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted)
    try {
      await keepThisBuild(deps);
      return;
    } catch (error) {
      if (storeTroubleOf(error) === null) throw error;
      await sleep(KEEP_RETRY_MS, undefined, { signal }).catch(() => {});
    }
};

/** True where `work` ends in time. What has not is left to itself. */
const endsWithin = async (patienceMs: number, work: Promise<unknown>): Promise<boolean> => {
  const { promise: tooLate, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(resolve, patienceMs, false);
  try {
    return await Promise.race([work.then(() => true), tooLate]);
  } finally {
    clearTimeout(timer);
  }
};

/** @returns false where requests had to be cut off. */
const closeServer = async (server: Server<undefined>, patienceMs: number): Promise<boolean> => {
  const areOver = await endsWithin(patienceMs, server.stop());
  if (!areOver) await server.stop(true);
  return areOver;
};

/**
 * Starts the site: waits for the store, migrations, memory; then it listens; then jobs and pages.
 * @throws {StartError | StoreError | UnknownProxyError} with a sentence for the owner.
 */
export const startSite = async (given: Config, options: SiteOptions): Promise<Site> => {
  const { log, assets, render, draw, jobs = loadJobs } = options;
  const { stopPatienceMs = STOP_PATIENCE_MS, storePatienceMs, signal } = options;
  const { timer = systemTimer, metrics, backUp, drawsAhead = true } = options;
  const { collectGarbage = () => {} } = options;
  await assertHost(given);
  const trustedProxies = await resolveProxies(given.trustedProxies);
  const config = { ...given, trustedProxies };
  const release = await claimStore({ ...config, log }, storePatienceMs, signal);
  const deps = await refuseStray(config)
    .then(() => createDeps(config, { log, assets, ...(metrics && { metrics }) }))
    .catch((error: unknown) => {
      release();
      throw error;
    });
  const failed = (event: string) => (error: unknown) => log.error(event, errorFields(error));

  const ending = new AbortController();
  // Pages are rendered, and readings written, by one at a time.
  const inTurn = createMutex();
  let renew: (() => void) | undefined;
  const follow = followPublications(deps, () => renew?.());
  let disconnect: (() => Promise<void>) | undefined;
  let app: App;
  let server: Server<undefined>;
  try {
    await showPublished(deps, await startPublished(systemContext(deps, "start")));
    disconnect = await wireLive(deps, follow);
    app = createApp(deps, render, draw);
    server = listen(config, app, log);
  } catch (error) {
    await disconnect?.();
    await closeDeps(deps);
    release();
    throw error;
  }
  let located = deps;
  if (config.port === 0 && !config.isPublicUrlSet) {
    // The system chose the port: only now is the site's address known.
    const publicUrl = `http://localhost:${server.port}`;
    located = { ...deps, config: deps.live.with({ publicUrl }) };
    app = createApp(located, render, draw);
    server.reload({ routes: app.routes, fetch: app.fetch });
  }
  // Ends the rendering of pages that others replace.
  let replacing = new AbortController();
  /** @returns whether it came to its end. */
  const renderInTurn = async (work: (signal: AbortSignal) => Promise<void>): Promise<boolean> => {
    const signal = AbortSignal.any([ending.signal, replacing.signal]);
    try {
      await inTurn(async () => {
        if (!signal.aborted) await work(signal);
      });
    } catch (error) {
      if (!signal.aborted) failed("pages.failed")(error);
    }
    return !signal.aborted;
  };
  const keepReadings = async () => {
    try {
      await inTurn(config.readings.write);
    } catch (error) {
      log.warn("readings.not_kept", errorFields(error));
    }
  };
  const releaseMemory = () => {
    deps.store.releaseMemory();
    options.releaseMemory?.();
  };
  let drawing = new AbortController();
  const drawSoon = async () => {
    if (!drawsAhead) return;
    drawing.abort();
    drawing = new AbortController();
    const signal = AbortSignal.any([ending.signal, drawing.signal]);
    await timer.wait(DRAW_AFTER_MS, signal);
    if (signal.aborted) return;
    await app.drawPreviews(signal);
    releaseMemory();
  };
  let drawn = Promise.resolve();
  let renewed = Promise.resolve();
  const renderAnew = async () => {
    replacing.abort();
    replacing = new AbortController();
    if (await renderInTurn(app.prepare)) drawn = drawSoon();
    await keepReadings();
  };
  renew = () => {
    if (ending.signal.aborted) return;
    // Until a page of it is there, that of the last one is shown; what is under way ends with that.
    app = createApp(located, render, draw, app);
    server.reload({ routes: app.routes, fetch: app.fetch });
    renewed = renderAnew();
  };
  const url = urlOf(config, server.port ?? config.port);
  log.info("listening", { message: `Lynxden is listening on ${url}`, url, build: assets.buildId });

  await sayHowToBegin(deps);

  const rested = sleep(BEGIN_AFTER_MS);
  const beginJobs = async () => {
    await rested;
    if (ending.signal.aborted) return null;
    return startJobs(deps, [
      ...(await jobs(located)),
      {
        name: "render-status",
        everyMs: MINUTE_MS,
        leased: false,
        run: async (signal) => {
          await renderInTurn((end) => app.refresh(AbortSignal.any([signal, end])));
        },
      },
      ...(backUp === undefined || config.backups === null
        ? []
        : [(await loadHousekeeping()).makeBackupJob(systemContext(located, "jobs"), backUp)]),
      { name: "follow-site", everyMs: FOLLOW_MS[deps.store.engine], leased: false, run: follow },
    ]);
  };
  const running = beginJobs();
  const prepare = async () => {
    await rested;
    collectGarbage();
    const stopCollecting = timer.every(COLLECT_EVERY_MS, collectGarbage);
    await renderInTurn(app.prepare).finally(stopCollecting);
    await keepWhenPossible(deps, ending.signal).catch(failed("build.not_kept"));
    await keepReadings();
    options.onStarted?.();
    releaseMemory();
    drawn = drawSoon();
  };
  const prepared = prepare();

  const stop = async () => {
    log.info("stopping");
    ending.abort();
    deps.health.drain();
    // A balancer needs a while to see that; until then everybody is served.
    const { signal: always } = new AbortController();
    await timer.wait(config.drainMs, always);
    if (config.drainMs > 0 && (await holdConnections(server.port ?? config.port)))
      await timer.wait(LAST_REQUESTS_MS, always);
    deps.feeds.end();
    const closeStore = async () => {
      await disconnect?.();
      await deps.health.end().catch(() => {});
      await closeDeps(deps);
      release();
    };
    const [areJobsOver, areRequestsOver] = await Promise.all([
      endsWithin(
        stopPatienceMs,
        Promise.all([
          running.then((begun) => begun?.stop()),
          Promise.all([prepared, renewed]).then(() => drawn),
        ]),
      ),
      closeServer(server, stopPatienceMs),
    ]);
    // A database that has fallen silent must not keep the program from ending.
    const isStoreClosed = await endsWithin(stopPatienceMs, closeStore());
    if (!areJobsOver || !areRequestsOver || !isStoreClosed)
      log.warn("stop.cut_short", { areJobsOver, areRequestsOver, isStoreClosed });
    log.info("stopped");
  };
  let stopping: Promise<void> | undefined;
  return { url, deps, stop: () => (stopping ??= stop()) };
};
