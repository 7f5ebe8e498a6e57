export * from "#client/features/administration/team-screens.tsx";
export * from "#client/features/bridge/screens.tsx";
export * from "#client/features/news-administration/screens.tsx";
export * from "#client/features/calendar/admin-screens.tsx";
export * from "#client/features/shop-administration/screens.tsx";
export * from "#client/features/webhooks/screens.tsx";
export * from "#client/features/strike-administration/screens.tsx";
