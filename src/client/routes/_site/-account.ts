export * from "#client/features/notifications/screens.tsx";
export * from "#client/features/orders/screens.tsx";
export * from "#client/features/points/screens.tsx";
export * from "#client/features/settings/screens.tsx";
export * from "#client/features/strikes/screens.tsx";
