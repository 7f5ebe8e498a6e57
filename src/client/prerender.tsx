import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { renderToString } from "react-dom/server";
import { gameOf } from "#shared/rules/community.ts";
import type { StatusSnapshot } from "#shared/schemas/servers.ts";
import type { LinkPreview, SiteConfig } from "#shared/schemas/site.ts";
import { SERVER } from "#shared/server-messages.ts";
import { type PageTexts, seedStatus, seedTexts } from "./lib/site.ts";
import { headTags, isNowhere, ownHeadOf, type PageHead, resolveHead } from "./page-head.ts";
import { createAppRouter } from "./router.tsx";

/** What a page shows that is not in the site's configuration, and takes along for the browser. */
export type PageData = PageTexts & { status?: StatusSnapshot | null };

export type PrerenderedPage = {
  status: number;
  /** Finished tags for `<head>`: title, description, canonical address, link preview. */
  head: string;
  /** Markup for `#app` that the client takes over. */
  body: string;
  preview: LinkPreview;
};

/** Changes with what src/server/http/preview makes of the same words. */
const PREVIEW_DRAWING = 3;

/** A server's page shows the server and its game, the home page what the community says of itself. */
const wordsOf = (
  path: string,
  head: PageHead | undefined,
  { brand, servers, games }: SiteConfig,
): Omit<LinkPreview, "path"> => {
  const server = servers.find(({ key }) => path === `/servers/${key}`);
  if (server !== undefined)
    return {
      name: brand.name,
      title: server.name,
      line: SERVER.previewLine(gameOf(games, server.game).name),
    };
  return {
    name: brand.name,
    title: head?.title ?? brand.name,
    line: head?.description ?? (head?.title == null ? brand.tagline : brand.description),
  };
};

/** An address for each that is drawn otherwise, so that whoever keeps one never has an old one. */
const linkPreview = (path: string, head: PageHead | undefined, site: SiteConfig): LinkPreview => {
  const words = wordsOf(path, head, site);
  const hash = new Bun.CryptoHasher("sha256")
    .update(JSON.stringify([PREVIEW_DRAWING, site.theme.path, words.name, words.title, words.line]))
    .digest("hex");
  return { path: `/og/${hash.slice(0, 24)}.png`, ...words };
};

/**
 * Renders one page of the site.
 * @param path path and query, such as `/rules?tab=ASE`; a path without a screen gives the
 *   not-found screen and status 404.
 * @param shown what it shows besides: the status of game servers, skeletons without; and texts of the community.
 */
export const prerender = async (
  path: string,
  site: SiteConfig,
  { status = null, ...texts }: PageData = {},
): Promise<PrerenderedPage> => {
  const router = createAppRouter(site, createMemoryHistory({ initialEntries: [path] }));
  const { queries } = router.options.context;
  if (status !== null) seedStatus(queries, status);
  seedTexts(queries, texts);
  await router.load();
  const isMissing = isNowhere(router);
  const head = ownHeadOf(router);
  const preview = linkPreview(path, isMissing ? undefined : head, site);
  return {
    status: isMissing ? 404 : 200,
    head: headTags(resolveHead(head, site), isMissing ? null : path, site, preview),
    body: renderToString(<RouterProvider router={router} />),
    preview,
  };
};

export type AppScreen = {
  /** Its address; a part such as `$ticketId` stands for any value. */
  path: string;
  /** Finished tags for `<head>`, with the path's `$` parts where their values belong. */
  head: string;
  /**
   * Markup for `#app` that stands there until the application draws the screen; may be empty. `main.tsx`
   * knows it by its attribute; by `boot.js` members alone see theirs, and guests alone theirs.
   */
  shell: string;
  preview: LinkPreview;
};

/**
 * Whose a screen's shell is. Where somebody has to be signed in, what is theirs is not known here: they
 * get the frame of it. So does everybody where the page takes along what comes and goes. Forms are
 * whole, and what is typed into them is taken along.
 */
const audienceOf = (path: string) => {
  if (/^\/(?:member|shop)(?:\/|$)/.test(path)) return "members";
  if (/^\/news(?:\/|$)/.test(path)) return "everybody";
  return ["/login", "/register"].includes(path) ? "guests" : null;
};

const MEMBERS_ONLY = /^\/member(?:\/|$)/;

/** The frame of a screen. Where its page is wide the bar is so from the start: it may arrive by itself. */
const shellOf = (audience: string, body: string) => {
  const width = /class="[^"]*\bwide-shell\b/.test(body) ? " wide-shell" : "";
  return `<div data-shell class="for-${audience} contents${width}" aria-busy="true">${body}</div>`;
};

/** An address of a screen: a router takes the `$` in a part's name for one that is to be written otherwise. */
const anyAddressOf = (path: string) => path.replaceAll(/\$\w+/g, "0");

/** Every screen of the application, also those that are never rendered whole here. */
export const appScreens = async (site: SiteConfig): Promise<readonly AppScreen[]> => {
  const router = createAppRouter(site, createMemoryHistory({ initialEntries: ["/"] }));
  const screens: AppScreen[] = [];
  const { routesByPath } = router;
  const headAt = (path: string) =>
    Object.entries(routesByPath).find(([one]) => one === path)?.[1].options.staticData?.head;
  for (const [path, { options }] of Object.entries(routesByPath)) {
    if (path === "/rules" && site.ruleTabs.length === 0) continue;
    const names = path.split("/").flatMap((part) => (part.startsWith("$") ? part.slice(1) : []));
    const params = Object.fromEntries(names.map((name) => [name, `$${name}`]));
    const { staticData } = options;
    const head = staticData?.head?.({}, site, params, staticData.places);
    const shared = staticData?.previewOf;
    const pictured = shared === undefined ? head : headAt(shared)?.({}, site, {}, undefined);
    // What only members see says nothing of itself to those who are sent a link.
    const preview = linkPreview(path, MEMBERS_ONLY.test(path) ? undefined : pictured, site);
    const audience = audienceOf(path);
    const shell =
      audience === null ? "" : shellOf(audience, (await prerender(anyAddressOf(path), site)).body);
    screens.push({
      path,
      head: headTags(resolveHead(head, site), path, site, preview),
      shell,
      preview,
    });
  }
  return screens;
};
