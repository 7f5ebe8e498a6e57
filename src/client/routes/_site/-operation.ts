export * from "#client/features/health/screens.tsx";
export * from "#client/features/setup/screens.tsx";
