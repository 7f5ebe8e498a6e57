import type { Config } from "#server/config/config.ts";
import type { Services } from "#server/context/services.ts";
import { systemContext } from "#server/context/unit-of-work.ts";
import { errorFields } from "#server/core/log.ts";
import { siteOf } from "#server/modules/community/index.ts";
import { findPost, listNews } from "#server/modules/news/index.ts";
import { NEWS_LIST } from "#shared/constants/lists.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { hasStatus } from "#shared/rules/community.ts";
import { escapeHtml, inAnyCase } from "#shared/rules/text.ts";
import type { OwnAddress } from "#shared/schemas/community/documents.ts";
import type { StatusSnapshot } from "#shared/schemas/servers.ts";
import type { LinkPreview } from "#shared/schemas/site.ts";
import { assertPlaces, type PackedPage, packPage, type PageParts } from "./pack-page.ts";
import type { PageWork, RenderedPage, RenderedSite, RenderSite } from "./render-site.ts";
import { type ClientAssets, type Packed, packedPage, packedResponse } from "./static.ts";

/** The screen under an address. */
type FoundScreen = {
  /** Its own, such as `/member/tickets/$id`. */
  path: string;
  /** What the address says in the path's open places. */
  values: Readonly<Record<string, string>>;
  /** Tags for `<head>`, with their open places. */
  openHead: string;
  /** Finished tags for `<head>`; null where the address holds what does not belong in them. */
  head: string | null;
  /** Markup that stands in the page until the application draws it; may be empty. */
  shell: string;
};

/** What may go from an address into a page as it is. */
const PLAIN_VALUE = /^[\w-]{1,64}$/;

/** What a path says in the open places of a screen's, such as `/member/tickets/$id`; null for others. */
const valuesIn = (parts: readonly string[], path: string): Record<string, string> | null => {
  const given = path.split("/");
  if (given.length !== parts.length) return null;
  const values: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const value = given[index] ?? "";
    if (part.startsWith("$") && value !== "") values[part.slice(1)] = value;
    else if (part.toLowerCase() !== value.toLowerCase()) return null;
  }
  return values;
};

/** Tags for `<head>` with these texts in their open places; others stay open. */
const filledHead = (head: string, texts: Readonly<Record<string, string>>): string =>
  head.replaceAll(/\$(\w+)/g, (whole, name: string) =>
    Object.hasOwn(texts, name) ? escapeHtml(texts[name] ?? "") : whole,
  );

const headFor = (head: string, values: Readonly<Record<string, string>>): string | null =>
  Object.values(values).every((value) => PLAIN_VALUE.test(value)) ? filledHead(head, values) : null;

/** Finds the screen that the application shows under a path, in whatever case; null where none is. */
export const screenFinder = (
  screens: readonly Omit<RenderedSite["screens"][number], "preview">[],
): ((path: string) => FoundScreen | null) => {
  const fixed = new Map<string, FoundScreen>();
  const open: { path: string; parts: readonly string[]; head: string; shell: string }[] = [];
  for (const { path, head, shell } of screens)
    if (path.includes("$")) open.push({ path, parts: path.split("/"), head, shell });
    else fixed.set(path.toLowerCase(), { path, values: {}, openHead: head, head, shell });
  return (path) => {
    const known = fixed.get(path.toLowerCase());
    if (known !== undefined) return known;
    for (const { path: own, parts, head, shell } of open) {
      const values = valuesIn(parts, path);
      if (values !== null)
        return { path: own, values, openHead: head, head: headFor(head, values), shell };
    }
    return null;
  };
};

/** The keys of the games that have a status, in their order. */
const statusGames = ({ games }: Pick<Config["community"], "games">) =>
  games.filter(hasStatus).map(({ key }) => key);

const PRIVACY_PAGE = "/privacy-policy" satisfies OwnAddress;
const RULES_PAGE = "/rules" satisfies OwnAddress;

/** What the community has pages of. */
type Paged = Pick<Config["community"], "games" | "links" | "pages" | "rules">;

type Variants = { query: string; values: readonly string[] };

/** Pages that reach the browser as HTML, and the query that makes another page of them. */
const variantsOf = (community: Paged): Readonly<Record<string, Variants | null>> => ({
  "/": { query: "status", values: statusGames(community) },
  ...(community.links.discord !== undefined && { "/discord": null }),
  [PRIVACY_PAGE]: null,
  ...(community.rules.length > 0 && {
    [RULES_PAGE]: { query: "tab", values: community.rules.map(({ key }) => key) },
  }),
  ...Object.fromEntries(community.pages.map(({ key }) => [`/${key}`, null])),
});
/** What once was the address of another page, and is in links that people keep. */
const MOVED: Readonly<Record<string, string>> = {
  "/zlg-rules": RULES_PAGE,
} satisfies Partial<Record<OwnAddress, string>>;
/** No screen has this path: what it shows is shown under every such path. */
const NOWHERE = "/nothing-here" satisfies OwnAddress;
/** The application without a screen, which the service worker keeps for when there is no network. */
const SHELL = "/app-shell" satisfies OwnAddress;
/** Paths beyond this many get a shell without a title of their own. */
const SHELLS_MAX = 200;
/** What a page says of the servers may be so old: the browser asks anew as soon as its script runs. */
const STATUS_RENDERED_MS = 5 * MINUTE_MS;

const addressOf = (path: string, query: string, value: string) =>
  `${path}?${query}=${encodeURIComponent(value)}`;

const SERVER_PAGE = "/servers/$serverKey" satisfies OwnAddress;
const NEWS_PAGE = "/news" satisfies OwnAddress;
const POST_PAGE = "/news/$slug" satisfies OwnAddress;
/** So many pages of the news are kept packed, those that were asked for last. */
const NEWS_PAGES_MAX = 100;

/** Screens that are rendered for whatever there is to show on them, and are none for anything else. */
const RENDERED_EACH: ReadonlySet<string> = new Set([
  SERVER_PAGE,
  "/$pageKey",
  RULES_PAGE,
  "/discord",
]);

/** Every address that is rendered, with its query. */
export const prerenderedAddresses = (
  community: Paged & Pick<Config["community"], "servers">,
): readonly string[] => [
  ...Object.entries(variantsOf(community)).flatMap(([path, variants]) =>
    [path].concat(variants?.values.map((value) => addressOf(path, variants.query, value)) ?? []),
  ),
  ...community.servers.filter(hasStatus).map(({ key }) => SERVER_PAGE.replace("$serverKey", key)),
];

/** The rendered address that a request means: unknown queries and values change nothing. */
const renderedAddress = (
  pages: Readonly<Record<string, Variants | null>>,
  path: string,
  search: URLSearchParams,
): string => {
  const variants = Object.hasOwn(pages, path) ? pages[path] : null;
  const [value, ...others] = variants == null ? [] : search.getAll(variants.query);
  if (variants == null || value === undefined || others.length > 0) return path;
  const known = inAnyCase(variants.values, value);
  return known === undefined ? path : addressOf(path, variants.query, known);
};

const packed = (status: number, page: PackedPage): Packed =>
  packedPage(page, { type: "text/html; charset=utf-8", cacheControl: "no-cache", status });

/** The game whose status a page shows: that of the home page's tab, or of a server's own page. */
const gameAt = (address: string, community: Config["community"]): string | null => {
  const { pathname, searchParams } = new URL(address, "http://localhost");
  if (pathname === "/") {
    const games = statusGames(community);
    const asked = searchParams.get("status") ?? games[0] ?? "";
    return games.includes(asked) ? asked : null;
  }
  const isItsPage = ({ key }: { key: string }) =>
    pathname === SERVER_PAGE.replace("$serverKey", key);
  return community.servers.filter(hasStatus).find(isItsPage)?.game ?? null;
};

/** The application's pages. */
export type Pages = {
  /** What of the community's texts a page shows: the same for the same texts. */
  content: (address: string) => string;
  /** Renders the pages that show the status once more, where it has changed since. */
  refresh: (signal?: AbortSignal) => Promise<void>;
  /**
   * Renders what is rendered once, and first what shows other texts than before or is asked for meanwhile.
   * Until a page is there its address gives that of before, or the empty application.
   * @param signal ends it early; what is not rendered then gives that of before.
   */
  prepare: (signal?: AbortSignal) => Promise<void>;
  handle: (path: string, request: Request) => Promise<Response>;
  /** What stands on the link preview with this address, once the pages are rendered. */
  preview: (path: string) => Promise<LinkPreview | null>;
  /** All of them. */
  previews: () => Promise<readonly LinkPreview[]>;
};

/**
 * @param earlier the pages that these replace.
 * @throws when the bundler's page lacks one of the places to fill in.
 */
export const createPages = (
  services: Services & { assets: ClientAssets },
  render: RenderSite,
  earlier: Pages | null = null,
): Pages => {
  const { config, assets, log, board } = services;
  const template = assets.html;
  assertPlaces(template);
  // What is published meanwhile has pages of its own.
  const { community } = config;
  const site = siteOf(config, assets.buildId, assets.paths());
  const plainHead = `<title>${escapeHtml(site.brand.name)}</title>`;

  const withVariants = variantsOf(community);
  const prerendered = prerenderedAddresses(community);
  const renderedPaths = new Set(prerendered.filter((address) => !address.includes("?")));
  const rendered = new Map<string, Packed>();
  const previews = new Map<string, LinkPreview>();
  const shells = new Map<string, Promise<Packed>>();

  /** The scripts that a screen needs at once, each once. */
  const neededFirst = (path: string): readonly string[] => [
    ...new Set(
      assets.neededFirst.flatMap(([beginning, scripts]) =>
        path.startsWith(beginning) ? scripts : [],
      ),
    ),
  ];

  /** The application with these tags in its head, and what stands there until its script has come. */
  const shell = (
    head: string,
    status: 200 | 404,
    body = "",
    scripts: readonly string[] = [],
  ): Promise<Packed> => {
    const key = `${status} ${head} ${scripts.join(" ")}`;
    const known = shells.get(key);
    if (known !== undefined) return known;
    if (shells.size >= SHELLS_MAX && head !== plainHead) return shell(plainHead, status);
    // The application by itself stands for pages that are not rendered yet: the first visitor waits for it.
    const quality = head === plainHead ? "soon" : "kept";
    const packing = packPage(template, { head, body, scripts, site }, quality).then((page) =>
      packed(status, page),
    );
    shells.set(key, packing);
    return packing;
  };

  /** The status that a page shows; null for one without, and while no server has been asked. */
  const statusAt = (address: string): StatusSnapshot | null => {
    const game = gameAt(address, community);
    const rows = game === null ? [] : board.rows(game);
    if (game === null || rows.every(({ checkedAt }) => checkedAt === null)) return null;
    return { game, rows, summary: board.summary() };
  };
  const looksOf = () =>
    board
      .games()
      .map((game) => board.json(game)?.etag)
      .join();
  let shown = { looks: "", atMs: Number.NEGATIVE_INFINITY };

  const textsAt = (address: string) => ({
    rules: address.split("?")[0] === RULES_PAGE ? community.rules : null,
    policy: address === PRIVACY_PAGE ? community.privacy : null,
    page: community.pages.find(({ key }) => address === `/${key}`) ?? null,
  });
  const content = (address: string) => JSON.stringify(textsAt(address));

  const show = ({ address, status, ...page }: RenderedPage) =>
    rendered.set(address, packed(address === NOWHERE ? 404 : status, page));

  /** What was asked for before it was there. */
  const wanted = new Set<string>();
  /** In this order, but first what somebody asks for meanwhile. */
  const workOn = function* (addresses: readonly string[]): Generator<PageWork> {
    const left = new Set(addresses);
    while (true) {
      const [address] = [...wanted.intersection(left), ...left];
      if (address === undefined) return;
      left.delete(address);
      yield { address, status: statusAt(address), ...textsAt(address) };
    }
  };

  const renderSome = async (
    addresses: readonly string[],
    withScreens: boolean,
    signal?: AbortSignal,
  ) => {
    const startedMs = performance.now();
    // While nothing is known there is nothing that could have become old.
    const isKnown = addresses.some((address) => statusAt(address) !== null);
    shown = { looks: looksOf(), atMs: isKnown ? startedMs : shown.atMs };
    const pages = workOn(addresses);
    const done = await render({ site, template, pages, withScreens }, signal, show);
    for (const { address, why } of done.failed) log.error("page.failed", { page: address, ...why });
    for (const preview of done.previews) previews.set(preview.path, preview);
    const ms = Math.round(performance.now() - startedMs);
    log.info("pages.rendered", { pages: done.pages.length, ms });
    return done;
  };
  // What stands in place of pages that are not there yet; null once they are.
  let before = earlier;
  const renderAll = async (signal?: AbortSignal) => {
    const isOther = (address: string) => before?.content(address) !== content(address);
    const others = before === null ? [] : prerendered.filter(isOther);
    const addresses = [...new Set([...others, ...prerendered]), NOWHERE];
    try {
      const { screens } = await renderSome(addresses, true, signal);
      return screenFinder(screens.filter(({ path }) => !RENDERED_EACH.has(path)));
    } finally {
      // Ended early, it leaves to others what it has not rendered.
      if (signal?.aborted !== true) before = null;
    }
  };
  let rendering: ReturnType<typeof renderAll> | undefined;
  const renderOnce = (signal?: AbortSignal) => (rendering ??= renderAll(signal));

  /** Which screens there are is known once the pages are rendered; if that fails, any may be one. */
  const screenOf = async (path: string): Promise<FoundScreen | null> => {
    try {
      return (await renderOnce())(path);
    } catch {
      return { path, values: {}, openHead: "", head: null, shell: "" };
    }
  };

  const newsPages = new Map<string, { content: string; packing: Promise<Packed> }>();

  /** A page with what of the news it shows: packed again where that is another. */
  const packNews = (path: string, parts: Omit<PageParts, "site">): Promise<Packed> => {
    const content = JSON.stringify(parts);
    const known = newsPages.get(path);
    newsPages.delete(path);
    const packing =
      known?.content === content
        ? known.packing
        : packPage(template, { ...parts, site }).then((page) => packed(200, page));
    newsPages.set(path, { content, packing });
    const [oldest] = newsPages.keys();
    if (newsPages.size > NEWS_PAGES_MAX && oldest !== undefined) newsPages.delete(oldest);
    return packing;
  };

  /** The page of the news, or of a post; null where no post is. Read each time: posts come and go. */
  const newsPageOf = async (screen: FoundScreen): Promise<Packed | null> => {
    const ctx = systemContext(services, "page of news");
    const { openHead, values, shell: body } = screen;
    if (screen.path === NEWS_PAGE) {
      const news = await listNews(ctx, NEWS_LIST);
      return await packNews(NEWS_PAGE, { head: openHead, body, news });
    }
    const post = await findPost(ctx, values["slug"] ?? "");
    if (post === null) return null;
    const { slug, title, summary } = post;
    return await packNews(slug, {
      head: filledHead(openHead, { slug, title, summary }),
      body,
      post,
    });
  };

  const nowhere = async (): Promise<Packed> =>
    rendered.get(NOWHERE) ?? (await shell(plainHead, 404));

  const pageOf = async (path: string, search: URLSearchParams): Promise<Packed> => {
    if (renderedPaths.has(path))
      return (
        rendered.get(renderedAddress(withVariants, path, search)) ?? (await shell(plainHead, 200))
      );
    if (path === SHELL)
      return await shell(`${plainHead}<meta name="robots" content="noindex">`, 200);
    const screen = await screenOf(path);
    const isOfNews = screen?.path === NEWS_PAGE || screen?.path === POST_PAGE;
    try {
      const page = screen !== null && isOfNews ? await newsPageOf(screen) : undefined;
      if (page === null) return await nowhere();
      if (page !== undefined) return page;
    } catch (error) {
      // The application is there also while the database is not, and says so.
      log.error("page.failed", { page: screen?.path ?? path, ...errorFields(error) });
      return await shell(plainHead, 200);
    }
    if (screen !== null) {
      const { head, shell: body } = screen;
      const scripts = neededFirst(screen.path);
      return await shell(head ?? plainHead, 200, head === null ? "" : body, scripts);
    }
    return await nowhere();
  };

  return {
    content,
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
    previews: async () => {
      await renderOnce().catch(() => null);
      return [...previews.values()];
    },
    handle: async (path, request) => {
      const { search, searchParams } = new URL(request.url);
      const bare = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
      const lower = bare.toLowerCase();
      // Screens are found in any case; a page of the community's own has one address.
      const target = MOVED[lower] ?? (renderedPaths.has(lower) ? lower : bare);
      if (target !== path)
        return new Response(null, { status: 308, headers: { location: `${target}${search}` } });
      const address = renderedAddress(withVariants, path, searchParams);
      if (before !== null && !rendered.has(address)) {
        if (renderedPaths.has(path)) wanted.add(address);
        return await before.handle(path, request);
      }
      return await packedResponse(await pageOf(path, searchParams), request);
    },
  };
};
