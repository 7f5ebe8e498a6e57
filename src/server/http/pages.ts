import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import type { Config } from "#server/config/config.ts";
import type { Services } from "#server/context/services.ts";
import { STATUS_GAMES } from "#shared/constants/games.ts";
import { RULE_TABS } from "#shared/content/rules/rulebook.ts";
import { escapeHtml, inAnyCase } from "#shared/rules/text.ts";
import type { SiteConfig } from "#shared/schemas/site.ts";
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
/** Paths beyond this many get a shell without a title of their own. */
const SHELLS_MAX = 200;

const unpack = promisify(brotliDecompress);

const addressOf = (path: string, query: string, value: string) =>
  `${path}?${query}=${encodeURIComponent(value)}`;

/** Every address that is rendered, with its query. */
export const prerenderedAddresses = (): readonly string[] =>
  Object.entries(PRERENDERED).flatMap(([path, variants]) =>
    [path].concat(variants?.values.map((value) => addressOf(path, variants.query, value)) ?? []),
  );

/** The rendered address that a request means: unknown queries and values change nothing. */
const renderedAddress = (path: string, search: URLSearchParams): string => {
  const variants = PRERENDERED[path];
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

/** The application's pages. */
export type Pages = {
  /**
   * Renders what is rendered once. Until then its addresses give the empty application.
   * @param signal ends it early.
   */
  prepare: (signal?: AbortSignal) => Promise<void>;
  handle: (path: string, request: Request) => Promise<Response>;
};

/** @throws when the bundler's page lacks one of the places to fill in. */
export const createPages = (
  { config, assets, log }: Pick<Services, "config" | "log"> & { assets: ClientAssets },
  render: RenderSite,
): Pages => {
  const template = assets.html;
  assertPlaces(template);
  const site = siteOf(config, assets.buildId);
  const plainHead = `<title>${escapeHtml(site.brand.name)}</title>`;

  const rendered = new Map<string, Packed>();
  const shells = new Map<string, Promise<Packed>>();

  /** The application with these tags in its head; the screen comes with the script. */
  const shell = (head: string, status: 200 | 404): Promise<Packed> => {
    const key = `${status} ${head}`;
    const known = shells.get(key);
    if (known !== undefined) return known;
    if (shells.size >= SHELLS_MAX && head !== plainHead) return shell(plainHead, status);
    const packing = packPage(template, { head, body: "", site }).then((page) =>
      packed(status, page),
    );
    shells.set(key, packing);
    return packing;
  };

  const renderAll = async (signal?: AbortSignal) => {
    const startedMs = performance.now();
    const addresses = [...prerenderedAddresses(), NOWHERE];
    const { pages, failed, screens } = await render({ site, template, addresses }, signal);
    for (const { address, why } of failed) log.error("page.failed", { page: address, ...why });
    for (const { address, status, ...page } of pages)
      rendered.set(address, packed(address === NOWHERE ? 404 : status, page));
    const ms = Math.round(performance.now() - startedMs);
    log.info("pages.rendered", { pages: rendered.size, ms });
    return screenFinder(screens);
  };
  let rendering: ReturnType<typeof renderAll> | undefined;
  const renderOnce = (signal?: AbortSignal) => (rendering ??= renderAll(signal));

  /** Which screens there are is known once the pages are rendered; if that fails, any may be one. */
  const screenOf = async (path: string): Promise<FoundScreen | null> => {
    try {
      return (await renderOnce())(path);
    } catch {
      return { head: null };
    }
  };

  const pageOf = async (path: string, search: URLSearchParams): Promise<Packed> => {
    if (Object.hasOwn(PRERENDERED, path))
      return rendered.get(renderedAddress(path, search)) ?? (await shell(plainHead, 200));
    const screen = await screenOf(path);
    if (screen !== null) return await shell(screen.head ?? plainHead, 200);
    return rendered.get(NOWHERE) ?? (await shell(plainHead, 404));
  };

  return {
    prepare: async (signal) => {
      await renderOnce(signal);
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
