/** The screens around the login, and what is shown in the windows of other sites, in one script. */

export * from "#client/features/accounts/screens.tsx";
export * from "#client/features/linking/link-window-screen.tsx";
