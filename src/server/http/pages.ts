import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants, gzip } from "node:zlib";
import type * as renderer from "#client/prerender.tsx";
import type { Deps } from "#server/deps.ts";
import { errorFields } from "#server/log.ts";
import { STATUS_GAMES } from "#shared/constants/games.ts";
import { RULE_TABS } from "#shared/content/rules/rulebook.ts";
import { scriptJson } from "./html.ts";
import { siteOf } from "./site.ts";
import { type Packed, packedResponse } from "./static.ts";
import { escapeHtml } from "#shared/escape-html.ts";

/** Loads the renderer of pages. It brings the whole client along, so it comes after listening. */
export type LoadPrerender = () => Promise<Pick<typeof renderer, "prerender" | "isKnownPath">>;

/** Pages that reach the browser as HTML, and the query that makes another page of them. */
const PRERENDERED: Readonly<Record<string, { query: string; values: readonly string[] } | null>> = {
  "/": { query: "status", values: STATUS_GAMES },
  "/discord": null,
  "/privacy-policy": null,
  "/zlg-rules": { query: "tab", values: RULE_TABS },
};
/** No screen has this path: what it shows is shown under every such path. */
const NOWHERE = "/nothing-here";
const PLACES = ["<!--head-->", "<!--app-->", "<!--site-->"];
/** Paths beyond this many get a shell without a title of their own. */
const SHELLS_MAX = 200;

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);
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
  return variants != null &&
    value !== undefined &&
    others.length === 0 &&
    variants.values.includes(value)
    ? addressOf(path, variants.query, value)
    : path;
};

/** Holds what is given and nothing of what it was made from. */
const packedPage = (
  etag: string,
  status: number,
  packings: Record<"br" | "gzip", Buffer<ArrayBuffer>>,
): Packed => ({
  type: "text/html; charset=utf-8",
  etag,
  cacheControl: "no-cache",
  status,
  encodings: ["br", "gzip", "identity"],
  // Hardly anybody wants it plain: for them it is unpacked.
  body: (encoding) => (encoding === "identity" ? unpack(packings.br) : packings[encoding]),
});

const packPage = async (html: string, status: number): Promise<Packed> => {
  const plain = Buffer.from(html);
  const etag = `"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`;
  const br = await packBrotli(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 9,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  });
  return packedPage(etag, status, { br, gzip: await packGzip(plain, { level: 9 }) });
};

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
  { config, assets, log }: Pick<Deps, "config" | "assets" | "log">,
  loadPrerender: LoadPrerender = () => import("#client/prerender.tsx"),
): Pages => {
  for (const place of PLACES)
    if (!assets.html.includes(place)) throw new Error(`index.html has no ${place}.`);
  const site = siteOf(config, assets.buildId);
  const siteScript = `<script type="application/json" id="site">${scriptJson(site)}</script>`;
  const plainHead = `<title>${escapeHtml(site.brand.name)}</title>`;

  const pack = (head: string, body: string, status: number) =>
    packPage(
      // Functions, as `$` means something in a replacement string.
      assets.html
        .replace("<!--head-->", () => head)
        .replace("<!--app-->", () => body)
        .replace("<!--site-->", () => siteScript),
      status,
    );

  const rendered = new Map<string, Packed>();
  const shells = new Map<string, Packed>();
  const plainShells = new Map<number, Promise<Packed>>();
  let loading: ReturnType<LoadPrerender> | undefined;
  const loaded = () => (loading ??= loadPrerender());

  /** The application without a screen, for as long as nothing better is there. */
  const plainShell = (status: 200 | 404) => {
    const shell = plainShells.get(status) ?? pack(plainHead, "", status);
    plainShells.set(status, shell);
    return shell;
  };

  /** The application with the title of its screen; the screen comes with the script. */
  const titledShell = async (path: string): Promise<Packed> => {
    const known = shells.get(path);
    if (known !== undefined) return known;
    if (shells.size >= SHELLS_MAX) return await plainShell(200);
    const { head } = await (await loaded()).prerender(path, site);
    const shell = await pack(head, "", 200);
    shells.set(path, shell);
    return shell;
  };

  const pageOf = async (path: string, search: URLSearchParams): Promise<Packed> => {
    if (Object.hasOwn(PRERENDERED, path))
      return rendered.get(renderedAddress(path, search)) ?? (await plainShell(200));
    if (shells.has(path) || (await loaded()).isKnownPath(path, site))
      return await titledShell(path);
    return rendered.get(NOWHERE) ?? (await plainShell(404));
  };

  return {
    prepare: async (signal) => {
      const startedMs = performance.now();
      const { prerender } = await loaded();
      for (const address of [...prerenderedAddresses(), NOWHERE]) {
        if (signal?.aborted === true) return;
        try {
          const { head, body, status } = await prerender(address, site);
          rendered.set(address, await pack(head, body, address === NOWHERE ? 404 : status));
        } catch (error) {
          log.error("page.failed", { page: address, ...errorFields(error) });
        }
      }
      const ms = Math.round(performance.now() - startedMs);
      log.info("pages.rendered", { pages: rendered.size, ms });
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
