import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import type { Config } from "#server/config/config.ts";
import type { Services } from "#server/context/services.ts";
import { isStatusGame, STATUS_GAMES, type StatusGame } from "#shared/constants/games.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { RULE_TABS } from "#shared/content/rules/rulebook.ts";
import { escapeHtml, inAnyCase } from "#shared/rules/text.ts";
import type { StatusSnapshot } from "#shared/schemas/servers.ts";
import type { LinkPreview, SiteConfig } from "#shared/schemas/site.ts";
import type { ClientAssets } from "./client-assets.ts";
import { type PackedPage, assertPlaces, packPage } from "./pack-page.ts";
import type { RenderSite } from "./render-site.ts";
import { type FoundScreen, screenFinder } from "./screens.ts";
import { type Packed, packedResponse } from "./static.ts";

/** What browsers are told about this community. */
export const siteOf = (
  { community, publicUrl, tebex }: Pick<Config, "community" | "publicUrl" | "tebex">,
  buildId: string,
): SiteConfig => ({
  buildId,
  publicUrl,
  brand: community.brand,
  links: community.links,
  privacyUpdated: community.privacy.updated,
  timezone: community.timezone,
  locale: community.locale,
  shop: tebex && {
    checkoutUrl: tebex.checkoutUrl,
    promoPackage: community.shop.promoPackage,
    subscriptions: community.shop.subscriptions,
  },
  pictureHosts: community.pictures.hosts,
  servers: community.servers.map(({ key, game, name }) => ({ key, game, name })),
});

/** Pages that reach the browser as HTML, and the query that makes another page of them. */
const PRERENDERED: Readonly<Record<string, { query: string; values: readonly string[] } | null>> = {
  "/": { query: "status", values: STATUS_GAMES },
  "/discord": null,
  "/privacy-policy": null,
  "/zlg-rules": { query: "tab", values: RULE_TABS },
};
/** No screen has this path: what it shows is shown under every such path. */
const NOWHERE = "/nothing-here";
/** The application without a screen, which the service worker keeps for when there is no network. */
const SHELL = "/app-shell";
/** Paths beyond this many get a shell without a title of their own. */
const SHELLS_MAX = 200;
/** What a page says of the servers may be so old: the browser asks anew as soon as its script runs. */
const STATUS_RENDERED_MS = 5 * MINUTE_MS;

const unpack = promisify(brotliDecompress);

const addressOf = (path: string, query: string, value: string) =>
  `${path}?${query}=${encodeURIComponent(value)}`;

/** What stands below it is a server's page: each is rendered, and there are no others. */
const SERVER_PAGE = "/servers/$serverKey";

/** Every address that is rendered, with its query. */
export const prerenderedAddresses = ({
  servers,
}: Pick<Config["community"], "servers">): readonly string[] => [
  ...Object.entries(PRERENDERED).flatMap(([path, variants]) =>
    [path].concat(variants?.values.map((value) => addressOf(path, variants.query, value)) ?? []),
  ),
  ...servers
    .filter(({ game }) => isStatusGame(game))
    .map(({ key }) => SERVER_PAGE.replace("$serverKey", key)),
];

/** The rendered address that a request means: unknown queries and values change nothing. */
const renderedAddress = (path: string, search: URLSearchParams): string => {
  const variants = Object.hasOwn(PRERENDERED, path) ? PRERENDERED[path] : null;
  const [value, ...others] = variants == null ? [] : search.getAll(variants.query);
  if (variants == null || value === undefined || others.length > 0) return path;
  const known = inAnyCase(variants.values, value);
  return known === undefined ? path : addressOf(path, variants.query, known);
};

const packed = (status: number, { etag, br, gzip }: PackedPage): Packed => ({
  type: "text/html; charset=utf-8",
  etag,
  cacheControl: "no-cache",
  status,
  encodings: ["br", "gzip", "identity"],
  // Hardly anybody wants it plain: for them it is unpacked.
  body: (encoding) => (encoding === "identity" ? unpack(br) : { br, gzip }[encoding]),
});

/** The game whose status a page shows: that of the home page's tab, or of a server's own page. */
const gameAt = (address: string, servers: Config["community"]["servers"]): StatusGame | null => {
  const { pathname, searchParams } = new URL(address, "http://localhost");
  if (pathname === "/") {
    const asked = searchParams.get("status") ?? "ark-se";
    return isStatusGame(asked) ? asked : null;
  }
  const game = servers.find(({ key }) => pathname === SERVER_PAGE.replace("$serverKey", key))?.game;
  return game !== undefined && isStatusGame(game) ? game : null;
};

/** The application's pages. */
export type Pages = {
  /** Renders the pages that show the status once more, where it has changed since. */
  refresh: (signal?: AbortSignal) => Promise<void>;
  /**
   * Renders what is rendered once. Until then its addresses give the empty application.
   * @param signal ends it early.
   */
  prepare: (signal?: AbortSignal) => Promise<void>;
  handle: (path: string, request: Request) => Promise<Response>;
  /** What stands on the link preview with this address, once the pages are rendered. */
  preview: (path: string) => Promise<LinkPreview | null>;
};

/** @throws when the bundler's page lacks one of the places to fill in. */
export const createPages = (
  {
    config,
    assets,
    log,
    board,
  }: Pick<Services, "config" | "log" | "board"> & { assets: ClientAssets },
  render: RenderSite,
): Pages => {
  const template = assets.html;
  assertPlaces(template);
  const site = siteOf(config, assets.buildId);
  const plainHead = `<title>${escapeHtml(site.brand.name)}</title>`;

  const prerendered = prerenderedAddresses(config.community);
  const renderedPaths = new Set(prerendered.filter((address) => !address.includes("?")));
  const rendered = new Map<string, Packed>();
  const previews = new Map<string, LinkPreview>();
  const shells = new Map<string, Promise<Packed>>();

  /** The application with these tags in its head, and what stands there until its script has come. */
  const shell = (head: string, status: 200 | 404, body = ""): Promise<Packed> => {
    const key = `${status} ${head}`;
    const known = shells.get(key);
    if (known !== undefined) return known;
    if (shells.size >= SHELLS_MAX && head !== plainHead) return shell(plainHead, status);
    const packing = packPage(template, { head, body, site }).then((page) => packed(status, page));
    shells.set(key, packing);
    return packing;
  };

  /** The status that a page shows; null for one without, and while no server has been asked. */
  const statusAt = (address: string): StatusSnapshot | null => {
    const game = gameAt(address, config.community.servers);
    const rows = game === null ? [] : board.rows(game);
    if (game === null || rows.every(({ checkedAt }) => checkedAt === null)) return null;
    return { game, rows, summary: board.summary() };
  };
  const looksOf = () => STATUS_GAMES.map((game) => board.json(game).etag).join();
  let shown = { looks: "", atMs: Number.NEGATIVE_INFINITY };

  const renderSome = async (
    addresses: readonly string[],
    withScreens: boolean,
    signal?: AbortSignal,
  ) => {
    const startedMs = performance.now();
    const pages = addresses.map((address) => ({ address, status: statusAt(address) }));
    // While nothing is known there is nothing that could have become old.
    const atMs = pages.some(({ status }) => status !== null) ? startedMs : shown.atMs;
    shown = { looks: looksOf(), atMs };
    const done = await render({ site, template, pages, withScreens }, signal);
    for (const { address, why } of done.failed) log.error("page.failed", { page: address, ...why });
    for (const preview of done.previews) previews.set(preview.path, preview);
    for (const { address, status, ...page } of done.pages)
      rendered.set(address, packed(address === NOWHERE ? 404 : status, page));
    const ms = Math.round(performance.now() - startedMs);
    log.info("pages.rendered", { pages: done.pages.length, ms });
    return done;
  };
  const renderAll = async (signal?: AbortSignal) => {
    const { screens } = await renderSome([...prerendered, NOWHERE], true, signal);
    return screenFinder(screens.filter(({ path }) => path !== SERVER_PAGE));
  };
  let rendering: ReturnType<typeof renderAll> | undefined;
  const renderOnce = (signal?: AbortSignal) => (rendering ??= renderAll(signal));

  /** Which screens there are is known once the pages are rendered; if that fails, any may be one. */
  const screenOf = async (path: string): Promise<FoundScreen | null> => {
    try {
      return (await renderOnce())(path);
    } catch {
      return { head: null, shell: "" };
    }
  };

  const pageOf = async (path: string, search: URLSearchParams): Promise<Packed> => {
    if (renderedPaths.has(path))
      return rendered.get(renderedAddress(path, search)) ?? (await shell(plainHead, 200));
    if (path === SHELL)
      return await shell(`${plainHead}<meta name="robots" content="noindex">`, 200);
    const screen = await screenOf(path);
    if (screen !== null)
      return await shell(screen.head ?? plainHead, 200, screen.head === null ? "" : screen.shell);
    return rendered.get(NOWHERE) ?? (await shell(plainHead, 404));
  };

  return {
    refresh: async (signal) => {
      await renderOnce(signal);
      const isRecent = performance.now() < shown.atMs + STATUS_RENDERED_MS;
      if (isRecent || shown.looks === looksOf()) return;
      await renderSome(
        prerendered.filter((address) => statusAt(address) !== null),
        false,
        signal,
      );
    },
    prepare: async (signal) => {
      await renderOnce(signal);
    },
    preview: async (path) => {
      await renderOnce().catch(() => null);
      return previews.get(path) ?? null;
    },
    handle: async (path, request) => {
      const { search, searchParams } = new URL(request.url);
      if (path.length > 1 && path.endsWith("/"))
        return new Response(null, {
          status: 308,
          headers: { location: `${path.slice(0, -1)}${search}` },
        });
      return await packedResponse(await pageOf(path, searchParams), request);
    },
  };
};
