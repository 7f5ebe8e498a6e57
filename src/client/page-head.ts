import { isNotFound } from "@tanstack/react-router";
import { NEWS_FEEDS } from "#shared/constants/lists.ts";
import { escapeHtml } from "#shared/rules/text.ts";
import type { LinkPreview, SiteConfig } from "#shared/schemas/site.ts";
import type { AppRouterInstance } from "./router.tsx";

export type PageHead = {
  /** Without the community's name; null for the home page. */
  title: string | null;
  description: string | null;
  /** Whether feed readers find the news from here. */
  hasFeeds?: boolean;
};

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** Title and description of the page, for the tab, search engines and link previews. */
    head?: (
      search: Record<string, unknown>,
      site: SiteConfig,
      params: Readonly<Partial<Record<string, string>>>,
      /** What the screen's loader gave. */
      loaded: unknown,
    ) => PageHead;
    /**
     * For a screen of what comes and goes: what `head` is given as loaded where the server fills in what
     * that is, each time it is asked: names after a `$`.
     */
    places?: object;
    /** The path of the screen whose link preview it shares, where it has none of its own. */
    previewOf?: string;
  }
}

type ResolvedHead = { title: string; description: string; hasFeeds: boolean };

/** The finished title and description of a page. */
export const resolveHead = (head: PageHead | undefined, site: SiteConfig): ResolvedHead => ({
  title:
    head?.title == null
      ? `${site.brand.name} · ${site.brand.tagline}`
      : `${head.title} · ${site.brand.name}`,
  description: head?.description ?? site.brand.description,
  hasFeeds: head?.hasFeeds === true,
});

const feedTags = ({ brand }: SiteConfig) =>
  Object.values(NEWS_FEEDS).map(
    ({ path, type }) =>
      `<link rel="alternate" type="${type}" title="${escapeHtml(brand.name)}" href="${path}">`,
  );

const property = (name: string, content: string) =>
  `<meta property="og:${name}" content="${escapeHtml(content)}">`;

/**
 * The tags of a page's head as markup.
 * @param path path and query of the page; null where it has no address worth keeping.
 * @param preview picture of a link to it.
 */
export const headTags = (
  { title, description, hasFeeds }: ResolvedHead,
  path: string | null,
  site: SiteConfig,
  preview: LinkPreview,
): string => {
  const { socialImage } = site.brand;
  const address = path === null ? null : new URL(path, site.publicUrl).href;
  return [
    `<title>${escapeHtml(title)}</title>`,
    `<meta name="description" content="${escapeHtml(description)}">`,
    address === null
      ? '<meta name="robots" content="noindex">'
      : `<link rel="canonical" href="${escapeHtml(address)}">${property("url", address)}`,
    property("type", "website"),
    property("site_name", site.brand.name),
    property("title", title),
    property("description", description),
    property("image", new URL(socialImage ?? preview.path, site.publicUrl).href),
    // Of a picture of the owner's own whoever shows it finds that out.
    ...(socialImage === null
      ? [
          property("image:type", "image/png"),
          property("image:width", "1200"),
          property("image:height", "630"),
        ]
      : []),
    property(
      "image:alt",
      `${preview.name}: ${preview.name === preview.title ? preview.line : preview.title}`,
    ),
    '<meta name="twitter:card" content="summary_large_image">',
    ...(hasFeeds ? feedTags(site) : []),
    `<link rel="icon" href="${site.theme.icon}"${/\.svg(?:\?|$)/.test(site.theme.icon) ? ' type="image/svg+xml"' : ""}>`,
    '<link rel="manifest" href="/manifest.webmanifest">',
    `<link rel="apple-touch-icon" href="${site.theme.touchIcon}">`,
  ].join("");
};

/** True where the application has no screen under the path that the router stands on. */
export const isNowhere = (router: AppRouterInstance): boolean => {
  const [, , found] = router.getMatchedRoutes(router.state.location.pathname);
  return found === undefined || router.state.matches.some(({ error }) => isNotFound(error));
};

/** What the screen that the router stands on says of its title and description. */
export const ownHeadOf = (router: AppRouterInstance): PageHead | undefined => {
  const screen = router.state.matches.at(-1);
  return isNowhere(router)
    ? { title: "Not found", description: null }
    : screen?.staticData.head?.(
        screen.search,
        router.options.context.site,
        screen.params,
        screen.loaderData,
      );
};

/** Title and description of the screen that the router stands on. */
export const headOf = (router: AppRouterInstance): ResolvedHead =>
  resolveHead(ownHeadOf(router), router.options.context.site);
