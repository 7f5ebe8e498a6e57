import { Feed } from "feed";
import type { Services } from "#server/context/services.ts";
import { systemContext } from "#server/context/unit-of-work.ts";
import { listNews } from "#server/modules/news/index.ts";
import { NEWS_FEEDS } from "#shared/constants/news.ts";
import { escapeHtml } from "#shared/rules/text.ts";
import type { HttpContext } from "./http-context.ts";
import { taggedFile } from "./tagged-file.ts";

/** As many posts as a feed has, the newest. */
const POSTS = 20;

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
    // Atom's texts are HTML here.
    const said = (text: string) => (kind === "atom" ? escapeHtml(text) : text);
    const feed = new Feed({
      id: `${publicUrl}/news`,
      title: said(brand.name),
      description: said(brand.description),
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
    const body = kind === "atom" ? feed.atom1() : feed.json1();
    return taggedFile(request, {
      body,
      type: `${NEWS_FEEDS[kind].type}; charset=utf-8`,
      maxAge: 300,
    });
  };
