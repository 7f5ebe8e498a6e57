import { setLocale } from "#shared/rules/format.ts";
import { hexOf, paletteOf } from "#shared/rules/palette.ts";
import type { SiteConfig } from "#shared/schemas/site.ts";
import { messageOf } from "./lib/api-error.ts";
import { isPreview, onPreviewNews } from "./lib/preview.ts";
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

/** Colours of a draft: only what is published has a style sheet. */
const showColours = async (router: AppRouterInstance) => {
  const { queries } = router.options.context;
  const brand = await queries.site.section.fetch({ section: "brand" }, { staleTime: 0 });
  const { accent, background } = (brand.draft ?? brand.published) as Record<string, unknown>;
  const [first, second] = [accent, background].map((one) => hexOf(String(one)));
  if (first == null || second == null) return;
  const { colours, scheme } = paletteOf({ accent: first, background: second });
  const { style } = document.documentElement;
  for (const [name, colour] of Object.entries(colours))
    style.setProperty(`--color-${name}`, colour);
  style.colorScheme = scheme;
};

const put = (router: AppRouterInstance, site: SiteConfig) => {
  const { context } = router.options;
  setLocale(site.locale);
  router.update({ ...router.options, context: { ...context, site } });
  context.shown.put(site);
};

/** Shows another state of the site on the page as it is: nothing is loaded anew, nothing jumps. */
const showSite = async (router: AppRouterInstance, site: SiteConfig): Promise<void> => {
  const { queries, shown } = router.options.context;
  // Texts that a page shows are read before it is drawn.
  await queries.community.invalidate(undefined, { refetchType: "all" });
  put(router, site);
  shown.change(true);
  const end = router.subscribe("onRendered", () => {
    end();
    shown.change(false);
  });
  await router.invalidate();
};

/** Shows what has been published; what is there stays where it cannot be read. */
export const showPublished = async (router: AppRouterInstance): Promise<void> => {
  if (isPreview()) {
    await showDraftsAnew(router);
    return;
  }
  try {
    const { queries } = router.options.context;
    const site = await queries.community.site.fetch(undefined, { staleTime: 0 });
    showTheme(site);
    await showSite(router, site);
  } catch {
    // The next event, or the next page, brings it.
  }
};

const readDrafts = (router: AppRouterInstance): Promise<SiteConfig> =>
  router.options.context.queries.site.previewConfig.fetch(undefined, { staleTime: 0 });

const showDraftsAnew = async (router: AppRouterInstance): Promise<void> => {
  try {
    const [site] = await Promise.all([readDrafts(router), showColours(router)]);
    await showSite(router, site);
  } catch {
    // The next draft that is saved brings them.
  }
};

/**
 * Lets a page that is not shown yet show the drafts, now and whenever one is saved.
 * @returns false for whoever may not see them.
 */
export const beginPreview = async (router: AppRouterInstance): Promise<boolean> => {
  try {
    const [site] = await Promise.all([readDrafts(router), showColours(router)]);
    put(router, site);
  } catch (error) {
    console.warn(messageOf(error) ?? error);
    return false;
  }
  onPreviewNews(() => void showDraftsAnew(router));
  return true;
};
