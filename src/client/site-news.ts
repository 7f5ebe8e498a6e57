import { DISPLAY_FONTS, type DisplayFont } from "#shared/constants/brand.ts";
import { setLocale } from "#shared/rules/format.ts";
import { hexOf, paletteOf } from "#shared/rules/palette.ts";
import type { SiteConfig } from "#shared/schemas/site.ts";
import { messageOf } from "./lib/api-error.ts";
import { untilLoaded } from "./lib/chunks.ts";
import { isPreview, onPreviewNews, previewedVersion } from "./lib/preview.ts";
import { keyOf } from "./lib/queries.ts";
import { inBackground } from "./lib/session/cause.ts";
import type { AppRouterInstance } from "./router.tsx";

/** The style sheet of another look comes before the one of the last goes. */
const showTheme = ({ theme }: SiteConfig) => {
  const old = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"][href^="/theme"]');
  if (old === null || old.getAttribute("href") === theme.path) return;
  const next = document.createElement("link");
  next.rel = "stylesheet";
  next.href = theme.path;
  next.addEventListener("load", () => old.remove());
  old.after(next);
  const said = { "theme-color": theme.ground, "color-scheme": theme.scheme };
  for (const [name, content] of Object.entries(said))
    document.querySelector(`meta[name="${name}"]`)?.setAttribute("content", content);
};

/** Typeface of a draft: only what is published has a style sheet. */
const showFont = async (router: AppRouterInstance, font: unknown) => {
  const known = DISPLAY_FONTS.find((one) => one === font);
  if (known === undefined || known === shownFont) return;
  const { css } = await router.options.context.queries.site.previewFont.fetch({ font: known });
  shownFont = known;
  fontSheet ??= document.head.appendChild(document.createElement("style"));
  fontSheet.textContent = css;
};
let shownFont: DisplayFont | undefined;
let fontSheet: HTMLStyleElement | undefined;

/** Colours and typeface of a draft or a version: only what is published has a style sheet. */
const showLook = async (router: AppRouterInstance, look: Readonly<Record<string, unknown>>) => {
  const { accent, background, font } = look;
  await showFont(router, font);
  const [first, second] = [accent, background].map((one) => hexOf(String(one)));
  if (first == null || second == null) return;
  const { colours, scheme } = paletteOf({ accent: first, background: second });
  const { style } = document.documentElement;
  for (const [name, colour] of Object.entries(colours))
    style.setProperty(`--color-${name}`, colour);
  style.colorScheme = scheme;
};

const showDraftsLook = async (router: AppRouterInstance) => {
  const { queries } = router.options.context;
  const brand = await queries.site.section.fetch({ section: "brand" }, { staleTime: 0 });
  await showLook(router, (brand.draft ?? brand.published) as Record<string, unknown>);
};

const put = (router: AppRouterInstance, site: SiteConfig) => {
  const { context } = router.options;
  setLocale(site.locale);
  router.update({ ...router.options, context: { ...context, site } });
  context.shown.put(site);
};

const NOW = { staleTime: 0 } as const;

/**
 * Reads the texts that this page has shown. Each is asked for by its name: what came with the page has
 * nothing yet by which it could be asked for again.
 */
const readTexts = async (router: AppRouterInstance): Promise<void> => {
  const { queries, queryClient } = router.options.context;
  const { rules, privacy, page } = queries.community;
  const pages = queryClient.getQueryCache().findAll({ queryKey: keyOf(["community", "page"]) });
  const keys = pages.flatMap(({ queryKey: [, asked] }) => {
    const input = (asked as { input?: { key?: string } } | undefined)?.input;
    return input?.key ?? [];
  });
  await Promise.all([
    ...(rules.getData() === undefined ? [] : [rules.fetch(undefined, NOW)]),
    ...(privacy.getData() === undefined ? [] : [privacy.fetch(undefined, NOW)]),
    ...keys.map((key) => page.fetch({ key }, NOW)),
  ]);
};

/** Shows another state of the site on the page as it is: nothing is loaded anew, nothing jumps. */
const showSite = async (router: AppRouterInstance, site: SiteConfig): Promise<void> => {
  const { shown } = router.options.context;
  put(router, site);
  shown.change(true);
  const end = router.subscribe("onRendered", () => {
    end();
    shown.change(false);
  });
  await router.invalidate();
};

/** What could not be read, or came from an instance that is behind, is asked for again after these. */
const RETRY_MS = [150, 300, 600, 1200, 2500, 5000, 10_000, 20_000] as const;

type News = { siteVersion?: number };

/** @returns whether the page shows what it was told of, or something newer. */
const showOnce = async (router: AppRouterInstance, { siteVersion }: News): Promise<boolean> => {
  const { queries, shown } = router.options.context;
  try {
    // In one request, which one instance answers: texts of before do not come with what is new.
    const [site] = await inBackground(() =>
      Promise.all([queries.community.site.fetch(undefined, NOW), readTexts(router)]),
    );
    if (siteVersion !== undefined && site.version < siteVersion) return false;
    const { version, maintenance } = shown.get();
    const isNew = site.version !== version || site.maintenance?.id !== maintenance?.id;
    if (!isNew && siteVersion === undefined) return true;
    showTheme(site);
    await showSite(router, site);
    return true;
  } catch {
    return false;
  }
};

let newest = 0;

/**
 * Shows what has been published; what is there stays until it can be read.
 * @param news what the feed said of it; nothing where this tab only looks.
 */
export const showPublished = async (router: AppRouterInstance, news: News = {}): Promise<void> => {
  if (isPreview()) {
    // A version never changes.
    if (previewedVersion() === null) await showDraftsAnew(router);
    return;
  }
  newest += 1;
  const mine = newest;
  for (const waitMs of RETRY_MS) {
    if (await showOnce(router, news)) return;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    // Who was told of something newer looks for that.
    if (mine !== newest) return;
  }
};

const readDrafts = (router: AppRouterInstance): Promise<SiteConfig> =>
  router.options.context.queries.site.previewConfig.fetch(undefined, { staleTime: 0 });

const showDraftsAnew = async (router: AppRouterInstance): Promise<void> => {
  try {
    const [site] = await Promise.all([
      readDrafts(router),
      readTexts(router),
      showDraftsLook(router),
    ]);
    await showSite(router, site);
  } catch {
    // The next draft that is saved brings them.
  }
};

/** @returns the site as it is to be shown, in whose look the page is then. */
const readPreviewed = async (router: AppRouterInstance): Promise<SiteConfig> => {
  const id = previewedVersion();
  if (id === null) {
    const [site] = await Promise.all([readDrafts(router), showDraftsLook(router)]);
    return site;
  }
  const { site, look } = await router.options.context.queries.site.previewVersion.fetch({ id });
  await showLook(router, look);
  return site;
};

/**
 * Lets a page that is not shown yet show a version, or the drafts, now and whenever one is saved.
 * @returns false for whoever may not see them.
 */
export const beginPreview = async (router: AppRouterInstance): Promise<boolean> => {
  try {
    put(router, await readPreviewed(router));
  } catch (error) {
    console.warn(messageOf(error) ?? error);
    return false;
  }
  const { showPreviewSign } = await untilLoaded(() => import("./preview-sign.ts"));
  showPreviewSign();
  onPreviewNews(() => void showDraftsAnew(router));
  return true;
};
