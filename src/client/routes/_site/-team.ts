/** What the team works with beside people: records, news, orders, keys and the like, in one script. */

export * from "#client/features/administration/team-screens.tsx";
export * from "#client/features/bridge/screens.ts";
export * from "#client/features/news-administration/screens.tsx";
export * from "#client/features/calendar/admin-screens.ts";
export * from "#client/features/shop-administration/screens.ts";
export * from "#client/features/webhooks/screens.ts";
export * from "#client/features/strike-administration/screens.ts";
