import { NEWS } from "#shared/news-messages.ts";
import type { SiteRow } from "./site-row.ts";

const about = { section: "News" } as const;

/** What the community tells everybody. */
export const NEWS_ROWS: readonly SiteRow[] = [
  {
    ...about,
    method: "GET",
    path: "/news",
    procedure: "news.list",
    summary: "What has appeared, the newest first.",
    reply: "list",
  },
  {
    ...about,
    method: "GET",
    path: "/news/{slug}",
    procedure: "news.post",
    summary: "One post, read from its Markdown: paragraphs, headings and lists in their order.",
    reply: "json",
    refuses: { 404: NEWS.unknown },
  },
];
