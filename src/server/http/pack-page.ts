import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { etagOf } from "#server/core/version.ts";
import { escapeHtml } from "#shared/rules/text.ts";
import type { DocumentPage, PrivacyPolicy } from "#shared/schemas/community/documents.ts";
import type { Rulebook } from "#shared/schemas/community/rules.ts";
import type { Page } from "#shared/schemas/lists.ts";
import type { NewsItem, NewsPost } from "#shared/schemas/news.ts";
import type { StatusSnapshot } from "#shared/schemas/servers.ts";
import type { SiteConfig } from "#shared/schemas/site.ts";
import { scriptJson } from "./window-page.ts";

/** A page as it is kept. Other packings are made of it for who asks for one. */
export type PackedPage = {
  /** Strong, quoted, of the plain page. */
  etag: string;
  br: Buffer<ArrayBuffer>;
};

/** What the places of the bundler's page are filled with. */
export type PageParts = {
  head: string;
  body: string;
  /** Addresses of scripts that the browser fetches beside the style sheets. */
  scripts?: readonly string[];
  site: SiteConfig;
  /** What the body shows of them, so that the browser takes it over. */
  status?: StatusSnapshot | null;
  rules?: readonly Rulebook[] | null;
  policy?: PrivacyPolicy | null;
  page?: DocumentPage | null;
  /** The newest posts. */
  news?: Page<NewsItem> | null;
  post?: NewsPost | null;
};

const PLACES = ["<!--fonts-->", "<!--head-->", "<!--app-->", "<!--site-->"];

const packBrotli = promisify(brotliCompress);

/** @throws when the bundler's page lacks one of the places to fill in. */
export const assertPlaces = (template: string): void => {
  for (const place of PLACES)
    if (!template.includes(place)) throw new Error(`index.html has no ${place}.`);
};

const data = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${scriptJson(value)}</script>`;

/** The start of the application, and the largest of what it needs then. */
const SCRIPTS_AT_ONCE = 2;

/**
 * At the end of the page: the style sheets, which are named before, come first, and the frame of the screen is
 * painted meanwhile. Of the scripts the first ones are fetched at once, and the others, for which `boot.js`
 * asks, while the start is run: the line is never idle, and the start does not wait for all of them.
 */
const preloads = (scripts: readonly string[]) =>
  scripts
    .map(
      (script, index) =>
        `<link ${index < SCRIPTS_AT_ONCE ? "rel" : "data-then"}="modulepreload" fetchpriority="low" crossorigin href="${escapeHtml(script)}">`,
    )
    .join("");

/** Brotli's: what is kept and asked for often takes the time, what somebody waits for does not. */
const QUALITIES = { kept: 9, soon: 4 } as const;

/** A text as it is kept, as small as it gets in the time. */
export const packText = async (
  text: string,
  quality: keyof typeof QUALITIES = "kept",
): Promise<PackedPage> => {
  const plain = Buffer.from(text);
  const br = await packBrotli(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: QUALITIES[quality],
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  });
  return {
    etag: etagOf(plain),
    br,
  };
};

/** Before `boot.js`, which says whether they are fetched at once. */
const fontTags = ({ fonts }: SiteConfig["theme"]) =>
  fonts
    .map((font) => `<link data-font as="font" type="font/woff2" crossorigin href="${font}">`)
    .join("");

const CONTENT = ' id="main"';

/**
 * A page may arrive in parts. It is painted once what follows its bar has begun: a part of the bar would move
 * when the rest of it comes. Browsers that do not know this paint at once.
 */
const WHOLE_BAR = '<link rel="expect" blocking="render" href="#main">';

/** What a page says of how it looks: before the style sheet of the site, so that this may still differ on paper. */
const themeTags = ({ path, scheme, ground }: SiteConfig["theme"]) =>
  `<meta name="theme-color" content="${ground}"><meta name="color-scheme" content="${scheme}"><link rel="stylesheet" href="${path}">`;

/**
 * One page of the application, filled in and packed.
 * @param template the bundler's page.
 * @param quality `soon` for one that somebody waits for and others replace.
 */
export const packPage = async (
  template: string,
  {
    head,
    body,
    scripts = [],
    site,
    status = null,
    rules = null,
    policy = null,
    page = null,
    news = null,
    post = null,
  }: PageParts,
  quality?: keyof typeof QUALITIES,
): Promise<PackedPage> => {
  const end = [
    preloads(scripts),
    data("site", site),
    status === null ? "" : data("status", status),
    rules === null ? "" : data("rules", rules),
    policy === null ? "" : data("policy", policy),
    page === null ? "" : data("page", page),
    news === null ? "" : data("news", news),
    post === null ? "" : data("post", post),
  ].join("");
  const wholeBar = body.includes(CONTENT) ? WHOLE_BAR : "";
  // Functions, as `$` means something in a replacement string.
  const html = template
    .replace("<!--fonts-->", () => fontTags(site.theme))
    .replace("<!--head-->", () => wholeBar + themeTags(site.theme) + head)
    .replace("<!--app-->", () => body)
    .replace("<!--site-->", () => end);
  return await packText(html, quality);
};
