/**
 * The scripts that screens come in, one for each area of the site. What belongs to several features
 * is put together beside the routes.
 */
export const areas = {
  account: () => import("#client/routes/_site/-account.ts"),
  accounts: () => import("#client/routes/_site/-accounts.ts"),
  administration: () => import("#client/features/administration/screens.tsx"),
  calendar: () => import("#client/features/calendar/screens.tsx"),
  discord: () => import("#client/features/discord/redirect.tsx"),
  documents: () => import("#client/features/documents/page.tsx"),
  figures: () => import("#client/features/tickets/figures/screens.tsx"),
  home: () => import("#client/routes/_site/-home.tsx"),
  member: () => import("#client/routes/_site/-member.ts"),
  memberFile: () => import("#client/features/administration/member-screens.tsx"),
  news: () => import("#client/features/news/list-screen.tsx"),
  operation: () => import("#client/routes/_site/-operation.ts"),
  overview: () => import("#client/features/members/overview.tsx"),
  queue: () => import("#client/features/tickets/queue/screens.tsx"),
  rules: () => import("#client/features/rules/screens.tsx"),
  server: () => import("#client/features/servers/sheet.tsx"),
  siteEditor: () => import("#client/features/site-editor/screens.tsx"),
  shop: () => import("#client/routes/_site/shop/-screens.tsx"),
  team: () => import("#client/routes/_site/-team.ts"),
  today: () => import("#client/features/administration/today.tsx"),
  ticket: () => import("#client/features/tickets/detail/screens.tsx"),
};
