/** The screens for the team alone, in one script. */

export * from "#client/features/administration/screens.tsx";
export * from "#client/features/bridge/screens.ts";
export * from "#client/features/news-administration/screens.tsx";
export * from "#client/features/calendar/admin-screens.ts";
export * from "#client/features/shop-administration/screens.ts";
export * from "#client/features/webhooks/screens.ts";
export * from "#client/features/strike-administration/screens.ts";
