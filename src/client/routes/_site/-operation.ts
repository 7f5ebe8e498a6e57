/** How the site runs and how it is set up, for Admins alone, in one script. */

export * from "#client/features/health/screens.ts";
export * from "#client/features/setup/screens.ts";
