import type { SiteRow } from "./site-row.ts";

const about = { section: "Accounts" } as const;

const TOO_MANY = "Too many attempts; `Retry-After` says in how many seconds to try again.";

/** Joining, signing in and out, and one's own account. */
export const AUTH_ROWS: readonly SiteRow[] = [
  {
    ...about,
    method: "POST",
    path: "/Auth/login",
    procedure: "accounts.login",
    summary: "Signs in. The token is the bearer of all other calls.",
    reply: "json",
    refusal: "text",
    refuses: { 401: "Wrong email or password, or an account that cannot be used.", 429: TOO_MANY },
  },
  {
    ...about,
    method: "POST",
    path: "/Auth/register",
    procedure: "accounts.register",
    summary:
      "Makes an account for the Discord account that this browser has proven. Its address is to be verified.",
    reply: "json",
    refuses: { 429: TOO_MANY },
    codes: ["email_in_use", "discord_taken", "discord_not_proven"],
  },
  {
    ...about,
    method: "GET",
    path: "/Auth/me",
    procedure: "accounts.me",
    summary: "Who is signed in.",
    reply: "json",
  },
  {
    ...about,
    method: "POST",
    path: "/Auth/verify-email",
    procedure: "accounts.verifyEmail",
    from: "query",
    summary: "Proves an address with the code of the mail.",
    reply: "text",
    sentence: "message",
    refuses: { 429: TOO_MANY },
  },
  {
    ...about,
    method: "POST",
    path: "/Auth/resend-verification",
    procedure: "accounts.resendVerification",
    summary:
      "Sends the verification mail again. The answer never tells whether there is an account.",
    reply: "text",
    refuses: { 429: TOO_MANY },
  },
  {
    ...about,
    method: "POST",
    path: "/Auth/request-password-reset",
    procedure: "accounts.requestPasswordReset",
    summary:
      "Mails a link to set a new password. The answer never tells whether there is an account.",
    reply: "message",
    refuses: { 429: TOO_MANY },
  },
  {
    ...about,
    method: "POST",
    path: "/Auth/reset-password",
    procedure: "accounts.resetPassword",
    summary: "Sets a new password with the token of the mail, and signs out everywhere.",
    reply: "message",
    refusal: "error",
    refuses: { 429: TOO_MANY },
    codes: ["code_used"],
  },
  {
    ...about,
    method: "PUT",
    path: "/Auth/update-account",
    procedure: "accounts.update",
    summary:
      "Changes names and password. A new password signs out everywhere; `X-Auth-Token` brings a new token.",
    reply: "text",
    refuses: { 429: TOO_MANY },
  },
  {
    ...about,
    method: "PUT",
    path: "/Auth/deactivate-account",
    procedure: "accounts.deactivate",
    summary:
      "Closes the account and signs out everywhere. For 30 days its owner can bring it back.",
    reply: "text",
    refuses: { 409: "The last active Admin cannot go." },
  },
  {
    ...about,
    method: "POST",
    path: "/Auth/logout",
    procedure: "accounts.logout",
    summary: "Ends the session.",
    reply: "empty",
  },
  {
    ...about,
    method: "GET",
    path: "/auth/all-user-data",
    procedure: "administration.users",
    fixed: { sort: undefined },
    summary:
      "All members with what they have linked, their points and their tier; the newest accounts first, Admins after all others. For Admins.",
    reply: "list",
  },
];
