import { Feed } from "feed";
import type { Services } from "#server/context/services.ts";
import { systemContext } from "#server/context/unit-of-work.ts";
import { listNews } from "#server/modules/news/index.ts";
import { NEWS_FEEDS } from "#shared/constants/lists.ts";
import { escapeHtml } from "#shared/rules/text.ts";
import type { HttpContext } from "./http-context.ts";
import { taggedFile } from "./tagged-file.ts";

/** As many posts as a feed has, the newest. */
const POSTS = 20;

/** The library writes version 1, which has one author and no language. */
const asJsonFeed = (feed: Feed, language: string): string => {
  const { author, ...rest } = JSON.parse(feed.json1()) as Record<string, unknown>;
  const version = "https://jsonfeed.org/version/1.1";
  return JSON.stringify({ ...rest, version, language, authors: [author] }, null, 4);
};

/**
 * The newest posts for feed readers, as Atom (RFC 4287) or JSON Feed 1.1.
 * @param kind which of the two.
 */
export const newsFeedHandler =
  (services: Services, kind: keyof typeof NEWS_FEEDS) =>
  async (_httpContext: HttpContext, request: Request): Promise<Response> => {
    const { publicUrl, community } = services.config;
    const { brand } = community;
    const { items } = await listNews(systemContext(services, "news feed"), { limit: POSTS });
    const isAtom = kind === "atom";
    // Of a post Atom's texts are HTML here; of the feed they are plain, and an ampersand is to be written as XML.
    const said = isAtom ? escapeHtml : String;
    const plain = (text: string) => (isAtom ? text.replaceAll("&", "&amp;") : text);
    const feed = new Feed({
      id: `${publicUrl}/news`,
      title: plain(brand.name),
      description: plain(brand.description),
      author: { name: plain(brand.name), link: publicUrl },
      link: `${publicUrl}/news`,
      generator: false,
      // A feed without posts is as old as the world, so that it is the same each time.
      updated: new Date(items[0]?.publishedAt ?? 0),
      feedLinks: { atom: publicUrl + NEWS_FEEDS.atom.path, json: publicUrl + NEWS_FEEDS.json.path },
    });
    for (const { slug, title, summary, publishedAt } of items) {
      const link = `${publicUrl}/news/${slug}`;
      const date = new Date(publishedAt);
      feed.addItem({
        id: link,
        link,
        title: said(title),
        description: said(summary),
        content: escapeHtml(summary),
        date,
        published: date,
      });
    }
    const body = isAtom ? feed.atom1() : asJsonFeed(feed, brand.language);
    return taggedFile(request, {
      body,
      type: `${NEWS_FEEDS[kind].type}; charset=utf-8`,
      maxAge: 300,
    });
  };
