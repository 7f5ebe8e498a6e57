import { Hono } from "hono";
import { TrieRouter } from "hono/router/trie-router";
import { PLATFORMS } from "#shared/constants/accounts.ts";
import { TEBEX_WEBHOOK_PATH } from "#shared/constants/setup.ts";
import type { OwnAddress } from "#shared/schemas/community/documents.ts";
import { AppError, REFUSALS } from "./core/errors.ts";
import type { Deps } from "./deps.ts";
import { securityHeaders } from "./http/headers.ts";
import type { HttpContext } from "./http/http-context.ts";
import { healthHandler, readinessHandler } from "./http/monitoring.ts";
import { createPages, type Pages } from "./http/pages.ts";
import { createPreviews, type DrawPreviews } from "./http/preview/previews.ts";
import type { RenderSite } from "./http/render-site.ts";
import { createRequestHandler, type FetchHandler } from "./http/request-handler.ts";
import { createRest } from "./http/rest/adapter.ts";
import { DOCS_POLICY } from "./http/rest/docs.ts";
import { REST_TABLE } from "./http/rest/table.ts";
import { createSiteFiles, createThemeFile } from "./http/site-files.ts";
import { createFiles } from "./http/static.ts";
import { themeOf } from "./modules/community/index.ts";
import { appRouter } from "./trpc/router.ts";

type Bindings = { httpContext: HttpContext };
type Handler = (httpContext: HttpContext, request: Request) => Response | Promise<Response>;

export type App = {
  /** For `Bun.serve`. */
  fetch: FetchHandler;
  /** Likewise, by path: shortcuts to what is asked for most. Without them `fetch` answers the same. */
  routes: Readonly<Record<string, FetchHandler>>;
  pages: Pages;
  /** For tests: one request as a client sees it, without a network. */
  request: (path: string, init?: RequestInit) => Promise<Response>;
  /** Renders the pages that are rendered once, until `signal` ends it. */
  prepare: (signal?: AbortSignal) => Promise<void>;
  /** Renders those again whose status of the servers has changed. */
  refresh: (signal?: AbortSignal) => Promise<void>;
  /** Draws what links to the pages show, until `signal` ends it. Never rejects. */
  drawPreviews: (signal?: AbortSignal) => Promise<void>;
};

/** Lets these methods through; `HEAD` comes as `GET`. */
const only =
  (methods: readonly ("GET" | "POST")[], handler: Handler): Handler =>
  (httpContext, request) => {
    const allow = [
      ...methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : method)),
      "OPTIONS",
    ];
    const headers = { allow: allow.join(", ") };
    if (request.method === "OPTIONS") return new Response(null, { status: 204, headers });
    if (!methods.some((method) => method === request.method))
      throw new AppError("method_not_allowed", REFUSALS.wrongMethod, { headers });
    return handler(httpContext, request);
  };

const loadStoredFiles = () => import("#server/http/stored-files.ts");
const loadTebex = () => import("#server/http/tebex.ts");
const loadPublishedFeeds = () => import("#server/http/published-feeds.ts");

/** A handler that is loaded with its first request: what nobody asks for costs neither time at the start nor memory. */
const lazily = <Module>(
  load: () => Promise<Module>,
  handlerOf: (module: Module) => Handler,
): Handler => {
  let handler: Promise<Handler> | undefined;
  const loaded = () => (handler ??= load().then(handlerOf));
  return async (httpContext, request) => (await loaded())(httpContext, request);
};

/**
 * Puts the routes together.
 * @param earlier whose pages are shown until its own are rendered.
 */
export const createApp = (
  deps: Deps,
  render: RenderSite,
  draw: DrawPreviews,
  earlier: App | null = null,
): App => {
  const { config, log, assets, health } = deps;
  const rest = createRest(deps, appRouter, REST_TABLE);
  const theme = themeOf(config.community.brand, assets.paths());
  const pages = createPages(deps, render, earlier?.pages);
  const previews = createPreviews({ ...deps, theme }, pages, draw);
  const siteFile = createSiteFiles({ ...deps, theme });
  const file = createFiles(deps);
  const themeFile = createThemeFile(() => config.community.brand, assets.paths());

  const loadDocs = async () => {
    const { createDocs } = await import("#server/http/rest/documents.ts");
    return createDocs(config, appRouter, REST_TABLE);
  };
  let docs: ReturnType<typeof loadDocs> | undefined;
  const docsOnce = () => (docs ??= loadDocs());

  const page: Handler = async (httpContext, request) => {
    // Of files and pages there are as many as anybody makes up.
    httpContext.pattern = httpContext.path.startsWith("/assets/") ? "/assets/*" : "file";
    const found =
      (await siteFile(httpContext.path)) ??
      (await file(httpContext.path, request)) ??
      (await themeFile(httpContext.path, request)) ??
      (await previews.handle(httpContext.path, request));
    if (found === null) {
      httpContext.pattern = "page";
      return await pages.handle(httpContext.path, request);
    }
    if (httpContext.profile !== "worker") httpContext.profile = "file";
    return found;
  };

  const hono = new Hono<{ Bindings: Bindings }>({
    // The usual one makes one expression of all routes with the first request, which is long for so few of them.
    router: new TrieRouter(),
    // The only caller of `hono.fetch` stands below, and gives the bindings.
    getPath: (_, options) => (options as { env: Bindings }).env.httpContext.route,
  });
  const route = (path: OwnAddress, handler: Handler) =>
    hono.all(path, (c) => {
      c.env.httpContext.pattern = path;
      return handler(c.env.httpContext, c.req.raw);
    });
  route("/healthz", only(["GET"], healthHandler));
  route("/readyz", only(["GET"], readinessHandler(health)));
  const lazyRoute = <Module>(
    path: OwnAddress,
    methods: readonly ("GET" | "POST")[],
    load: () => Promise<Module>,
    handlerOf: (module: Module) => Handler,
  ) => route(path, only(methods, lazily(load, handlerOf)));
  lazyRoute(
    "/metrics",
    ["GET"],
    () => import("#server/http/metrics.ts"),
    ({ metricsHandler }) => metricsHandler(deps),
  );
  lazyRoute(
    "/api/trpc/*",
    ["GET", "POST"],
    () => import("#server/http/trpc.ts"),
    ({ trpcHandler }) => trpcHandler(deps),
  );
  lazyRoute(
    "/api/feed",
    ["GET"],
    () => import("#server/http/feed.ts"),
    ({ feedHandler }) => feedHandler(deps),
  );
  lazyRoute("/api/openapi.json", ["GET"], docsOnce, ({ document }) => document);
  lazyRoute("/api/docs", ["GET"], docsOnce, ({ page }) => page);
  lazyRoute(TEBEX_WEBHOOK_PATH, ["POST"], loadTebex, ({ webhookHandler }) => webhookHandler(deps));
  lazyRoute("/api/site/pictures", ["POST"], loadStoredFiles, ({ mediaUploadHandler }) =>
    mediaUploadHandler(deps),
  );
  lazyRoute("/api/tickets/attachments/*", ["GET"], loadStoredFiles, ({ attachmentHandler }) =>
    attachmentHandler(deps),
  );
  route("/api/*", () => Promise.reject(new AppError("not_found", REFUSALS.unknownCall)));
  for (const platform of PLATFORMS) {
    const load = async () => {
      const { createIdentityRoutes } = await import("#server/http/identity-routes.ts");
      const flowKey = deps.auth.keyFor("sign-in cookie");
      return createIdentityRoutes({ ...deps, flowKey })(platform);
    };
    lazyRoute(`/auth/${platform}/start`, ["GET"], load, ({ start }) => start);
    lazyRoute(`/auth/${platform}/callback`, ["GET"], load, ({ callback }) => callback);
  }
  lazyRoute("/news.atom", ["GET"], loadPublishedFeeds, ({ newsFeedHandler }) =>
    newsFeedHandler(deps, "atom"),
  );
  lazyRoute("/news.json", ["GET"], loadPublishedFeeds, ({ newsFeedHandler }) =>
    newsFeedHandler(deps, "json"),
  );
  lazyRoute("/calendar.ics", ["GET"], loadPublishedFeeds, ({ calendarFileHandler }) =>
    calendarFileHandler(deps),
  );
  lazyRoute(
    "/unsubscribe",
    ["GET", "POST"],
    () => import("#server/http/unsubscribe.ts"),
    ({ unsubscribeHandler }) => unsubscribeHandler(deps),
  );
  lazyRoute(
    "/auth/tebex/return",
    ["GET"],
    loadTebex,
    ({ tebexReturnHandler }) => tebexReturnHandler,
  );
  lazyRoute("/auth/tebex/wait", ["GET"], loadTebex, ({ tebexWaitHandler }) => tebexWaitHandler);
  lazyRoute("/media/*", ["GET"], loadStoredFiles, ({ mediaHandler }) => mediaHandler(deps));
  lazyRoute("/pictures/*", ["GET"], loadStoredFiles, ({ pictureHandler }) => pictureHandler(deps));
  // As a path of its own it would stand behind every other one, and Hono would chain the two.
  const pageHandler = only(["GET"], page);
  hono.notFound((c) => pageHandler(c.env.httpContext, c.req.raw));
  // Errors are put into words by the outermost request handler, which knows who asks.
  hono.onError((error) => {
    throw error;
  });

  const { fetch, shortcut } = createRequestHandler({
    config,
    log,
    durations: deps.metrics.requests,
    headers: securityHeaders(config, assets.buildId, DOCS_POLICY),
    // The table has a matcher of its own: what it names need not go through Hono's.
    route: (httpContext, request) =>
      (httpContext.profile === "api" ? rest.open(httpContext, request) : null) ??
      hono.fetch(request, { httpContext }),
  });
  return {
    fetch,
    routes: Object.fromEntries(
      rest.ready.map(({ path, pattern, reply }) => [path, shortcut(path, pattern, reply)]),
    ),
    pages,
    prepare: pages.prepare,
    refresh: pages.refresh,
    drawPreviews: previews.prepare,
    request: async (path, init) => {
      const request = new Request(new URL(path, config.publicUrl), init);
      const response = await fetch(request);
      return request.method === "HEAD" ? new Response(null, response) : response;
    },
  };
};
