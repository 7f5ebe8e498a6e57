import { PAGE_SIZE } from "./lists.ts";

/** Where feed readers find the newest posts, and as what. No key of a page has a dot. */
export const NEWS_FEEDS = {
  atom: { path: "/news.atom", type: "application/atom+xml", name: "Atom" },
  json: { path: "/news.json", type: "application/feed+json", name: "JSON Feed" },
} as const;

/** What the list of the news asks for. */
export const NEWS_LIST = { limit: PAGE_SIZE };

/** How it stands with a post; one that is pinned now is published, too. */
export const NEWS_STATES = ["scheduled", "published", "pinned"] as const;
export type NewsState = (typeof NEWS_STATES)[number];
