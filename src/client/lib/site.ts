import { createContext, use } from "react";
import { NEWS_LIST } from "#shared/constants/lists.ts";
import { gameOf, hasStatus, tierOf } from "#shared/rules/community.ts";
import type { DocumentPage, PrivacyPolicy } from "#shared/schemas/community/documents.ts";
import type { Rulebook } from "#shared/schemas/community/rules.ts";
import type { Page } from "#shared/schemas/lists.ts";
import type { NewsItem, NewsPost } from "#shared/schemas/news.ts";
import type { StatusSnapshot } from "#shared/schemas/servers.ts";
import type { SiteConfig } from "#shared/schemas/site.ts";
import { createEmitter } from "./emitter.ts";
import type { Queries } from "./queries.ts";

/** What the server wrote into the page about this community. */
export const readSite = (): SiteConfig => {
  const element = document.querySelector("script#site");
  if (element?.textContent == null) throw new Error("The page carries no site configuration.");
  // The server validated it when it was written; the browser need not carry the schema.
  return JSON.parse(element.textContent) as SiteConfig;
};

/** Texts have anchors of their own, which may be called the same. */
const readData = (id: string): unknown =>
  JSON.parse(document.querySelector(`script#${id}`)?.textContent ?? "null");

/** The status that the server rendered the page with; null where it shows none. */
export const readStatus = (): StatusSnapshot | null => readData("status") as StatusSnapshot | null;

/** Texts of the community that a page shows, and takes along for the browser. */
export type PageTexts = {
  rules?: Rulebook[] | null;
  policy?: PrivacyPolicy | null;
  page?: DocumentPage | null;
  news?: Page<NewsItem> | null;
  post?: NewsPost | null;
};

/** Those that the server rendered the page with. */
export const readTexts = (): PageTexts => ({
  rules: readData("rules") as PageTexts["rules"],
  policy: readData("policy") as PageTexts["policy"],
  page: readData("page") as PageTexts["page"],
  news: readData("news") as PageTexts["news"],
  post: readData("post") as PageTexts["post"],
});

/** Puts them where the screens look for them. */
export const seedTexts = (
  queries: Queries,
  { rules, policy, page, news, post }: PageTexts,
): void => {
  if (rules != null) queries.community.rules.setData(undefined, rules);
  if (policy != null) queries.community.privacy.setData(undefined, policy);
  if (page != null) queries.community.page.setData({ key: page.key }, page);
  if (news != null)
    queries.news.list.setInfiniteData(NEWS_LIST, { pages: [news], pageParams: [null] });
  if (post != null) queries.news.post.setData({ slug: post.slug }, post);
};

/** Puts it where the screens look for it, as nothing that has been asked for yet. */
export const seedStatus = (queries: Queries, { game, rows, summary }: StatusSnapshot): void => {
  const unasked = { updatedAt: 0 };
  queries.servers.board.setData({ game }, [...rows], unasked);
  queries.servers.summary.setData(undefined, summary, unasked);
  const options = { refetchType: "none" } as const;
  void queries.servers.board.invalidate({ game }, options);
  void queries.servers.summary.invalidate(undefined, options);
};

/** What the screens show of the community: another one once something was published, or in a preview. */
export const createShownSite = (first: SiteConfig) => {
  const changes = createEmitter();
  let site = first;
  let isChanging = false;
  return {
    get: () => site,
    /** Until the page is drawn with another one. */
    isChanging: () => isChanging,
    change: (is: boolean) => {
      isChanging = is;
    },
    put: (next: SiteConfig) => {
      site = next;
      changes.emit();
    },
    subscribe: changes.subscribe,
  };
};

export type ShownSite = ReturnType<typeof createShownSite>;

export const SiteContext = createContext<SiteConfig | null>(null);

/** The community this page belongs to. */
export const useSite = (): SiteConfig => {
  const site = use(SiteContext);
  if (site === null) throw new Error("useSite needs a SiteContext around it.");
  return site;
};

/**
 * The attributes of elements that hold nothing but what the community wrote: its language where that is
 * not the page's, and its direction where that is not the page's.
 */
export const useOwnLang = (): { lang?: string | undefined; dir?: "rtl" | undefined } => {
  const { language, direction } = useSite().brand;
  return { lang: language, dir: direction };
};

/** The attributes of what the program says within what the community wrote: its own language, and direction. */
export const useProgramLang = (): { lang: string; dir?: "ltr" } => {
  const { dir } = useOwnLang();
  return { lang: "en", ...(dir !== undefined && { dir: "ltr" }) };
};

type KnownServer = SiteConfig["servers"][number];

/** The configured server of that key, if it is one that has a status. */
export const serverOf = (
  { servers, games }: SiteConfig,
  key: string | undefined,
): KnownServer | null =>
  servers.find((server) => server.key === key && hasStatus(gameOf(games, server.game))) ?? null;

/** The games that have a status, in the order of their tabs [STATUS-04]. */
export const statusGames = ({ games }: SiteConfig): SiteConfig["games"] => games.filter(hasStatus);

/** What games are called, by their keys. */
export const useGameName = (): ((key: string) => string) => {
  const { games } = useSite();
  return (key) => gameOf(games, key).name;
};

/** How a tier is shown, by its key. */
export const useTierOf = (): ((key: string) => ReturnType<typeof tierOf>) => {
  const { tiers } = useSite();
  return (key) => tierOf(tiers, key);
};
