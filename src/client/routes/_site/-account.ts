/** The screens of the member area about one's own account, in one script. */

export * from "#client/features/notifications/screens.tsx";
export * from "#client/features/orders/screens.ts";
export * from "#client/features/points/screens.tsx";
export * from "#client/features/settings/screens.tsx";
export * from "#client/features/strikes/screens.tsx";
