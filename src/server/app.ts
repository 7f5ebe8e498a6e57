import { Hono } from "hono";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { createDoor, type Door } from "#server/http/door.ts";
import { feedHandler } from "#server/http/feed.ts";
import { securityHeaders } from "#server/http/headers.ts";
import { healthHandler, readinessHandler } from "#server/http/health.ts";
import { createIdentityDoors } from "#server/http/identity-doors.ts";
import { createPages } from "#server/http/pages.ts";
import type { RenderSite } from "#server/http/render-site.ts";
import { pictureHandler } from "#server/http/pictures.ts";
import { createRest } from "#server/http/rest/adapter.ts";
import { DOCS_POLICY } from "#server/http/rest/docs.ts";
import { createDocs } from "#server/http/rest/documents.ts";
import { REST_TABLE } from "#server/http/rest/table.ts";
import { createSiteFiles } from "#server/http/site-files.ts";
import { createFiles } from "#server/http/static.ts";
import { trpcHandler } from "#server/http/trpc.ts";
import { storeReturnHandler } from "#server/http/store-return.ts";
import type { Visit } from "#server/http/visit.ts";
import { webhookHandler } from "#server/http/webhooks.ts";
import { REFUSALS } from "#server/refusals.ts";
import { PLATFORMS } from "#shared/constants/accounts.ts";
import { appRouter } from "#server/trpc/router.ts";

type Bindings = { visit: Visit };
type Handler = (visit: Visit, request: Request) => Response | Promise<Response>;

export type App = {
  /** For `Bun.serve`. */
  fetch: Door;
  /** Likewise, by path: shortcuts to what is asked for most. Without them `fetch` answers the same. */
  routes: Readonly<Record<string, Door>>;
  /** For tests: one request as a client sees it, without a network. */
  request: (path: string, init?: RequestInit) => Promise<Response>;
  /** Renders the pages that are rendered once, until `signal` ends it. */
  prepare: (signal?: AbortSignal) => Promise<void>;
};

/** Lets these methods through; `HEAD` comes as `GET`. */
const only =
  (methods: readonly ("GET" | "POST")[], handler: Handler): Handler =>
  (visit, request) => {
    const allow = [
      ...methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : method)),
      "OPTIONS",
    ];
    const headers = { allow: allow.join(", ") };
    if (request.method === "OPTIONS") return new Response(null, { status: 204, headers });
    if (!methods.some((method) => method === request.method))
      throw new AppError("method_not_allowed", REFUSALS.wrongMethod, headers);
    return handler(visit, request);
  };

/** Puts the doors together. */
export const createApp = (deps: Deps, render: RenderSite): App => {
  const { config, log, assets, health } = deps;
  const rest = createRest(deps, appRouter, REST_TABLE);
  const docs = createDocs(config, appRouter, REST_TABLE);
  const pages = createPages(deps, render);
  const siteFile = createSiteFiles(deps);
  const file = createFiles(deps);
  const identityDoors = createIdentityDoors({
    ...deps,
    danceKey: deps.auth.keyFor("sign-in cookie"),
  });

  const page: Handler = async (visit, request) => {
    const found = siteFile(visit.path) ?? (await file(visit.path, request));
    if (found === null) return await pages.handle(visit.path, request);
    visit.profile = "file";
    return found;
  };

  const hono = new Hono<{ Bindings: Bindings }>({
    // The only caller of `hono.fetch` stands below, and gives the bindings.
    getPath: (_, options) => (options as { env: Bindings }).env.visit.route,
  });
  const door = (path: string, handler: Handler) =>
    hono.all(path, (c) => handler(c.env.visit, c.req.raw));
  door("/healthz", only(["GET"], healthHandler));
  door("/readyz", only(["GET"], readinessHandler(health)));
  door("/api/trpc/*", only(["GET", "POST"], trpcHandler(deps)));
  door("/api/feed", only(["GET"], feedHandler(deps)));
  door("/api/openapi.json", only(["GET"], docs.document));
  door("/api/docs", only(["GET"], docs.page));
  door("/api/tebex/webhook", only(["POST"], webhookHandler(deps)));
  door("/api/*", rest.handle);
  for (const platform of PLATFORMS) {
    const { start, callback } = identityDoors(platform);
    door(`/auth/${platform}/start`, only(["GET"], start));
    door(`/auth/${platform}/callback`, only(["GET"], callback));
  }
  door("/auth/tebex/return", only(["GET"], storeReturnHandler));
  door("/pictures/*", only(["GET"], pictureHandler(deps)));
  // As a path of its own it would stand behind every other one, and Hono would chain the two.
  const pageDoor = only(["GET"], page);
  hono.notFound((c) => pageDoor(c.env.visit, c.req.raw));
  // Errors are put into words by the outermost door, which knows who asks.
  hono.onError((error) => {
    throw error;
  });

  const { fetch, shortcut } = createDoor({
    config,
    log,
    headers: securityHeaders(config, assets.buildId, DOCS_POLICY),
    // The table has a matcher of its own: what it names need not go through Hono's.
    route: (visit, request) =>
      (visit.profile === "api" ? rest.open(visit, request) : null) ??
      hono.fetch(request, { visit }),
  });
  return {
    fetch,
    routes: Object.fromEntries(rest.ready.map(({ path, reply }) => [path, shortcut(path, reply)])),
    prepare: pages.prepare,
    request: async (path, init) => {
      const request = new Request(new URL(path, config.publicUrl), init);
      const response = await fetch(request);
      return request.method === "HEAD" ? new Response(null, response) : response;
    },
  };
};
