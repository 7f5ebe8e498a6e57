import type { SiteRow } from "#server/http/rest/row.ts";
import { NEWS } from "#shared/news-messages.ts";
import { hasStatus } from "#shared/rules/community.ts";

export const SERVER_ROWS: readonly SiteRow[] = [
  {
    method: "GET",
    path: "/server/{game}",
    procedure: "servers.status",
    section: "Servers",
    summary: "The servers of one game, as they were last seen. Never waits for a game server.",
    reply: "json",
    input: ({ params }) => ({ game: params["game"]?.toLowerCase() }),
    ready: {
      usual: ({ games }) => games.filter(hasStatus).map(({ key }) => ({ game: key })),
      reply: ({ board }, { game = "" }) => board.json(game.toLowerCase()) ?? undefined,
    },
  },
];

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

/** What happens when. */
export const CALENDAR_ROWS: readonly SiteRow[] = [
  {
    section: "Calendar",
    method: "GET",
    path: "/calendar",
    procedure: "calendar.upcoming",
    summary:
      "What goes on now and what comes, the soonest first: of one server with `server`, so many `days` ahead.",
    reply: "json",
    input: ({ query: { days, server } }) => ({
      server,
      ...(days !== undefined && { days: Number(days) }),
    }),
  },
];
