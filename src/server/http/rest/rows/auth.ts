import type { SiteRow } from "#server/http/rest/row.ts";

const about = { section: "Accounts" } as const;

const isObject = (body: unknown): body is Record<string, unknown> =>
  typeof body === "object" && body !== null;

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
    refuses: {
      401: "Wrong email or password, or an account that cannot be used. With the code `second_factor`, in JSON: the second step is to be taken at `/Auth/second-step`, with the `ticket` of this answer and the cookie that came with it; `ways` says how.",
      429: TOO_MANY,
    },
    codes: ["second_factor"],
  },
  {
    ...about,
    method: "POST",
    path: "/Auth/second-step",
    procedure: "factors.takeSecondStep",
    summary:
      "Finishes a login that waits for its second step, within five minutes: with the six digits of the app, or a recovery code.",
    reply: "json",
    refuses: {
      401: "A wrong code, or with the code `login_over` a login that has run out: log in again.",
      429: TOO_MANY,
    },
    codes: ["second_step_wrong", "login_over"],
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
    method: "POST",
    path: "/Auth/change-email",
    procedure: "accounts.changeAddress",
    summary:
      "Begins a change of the email address, `newEmail`: it is confirmed with the link that is mailed there. With `currentPassword` it confirms by itself who asks. The answer never tells whether somebody has the address.",
    reply: "message",
    refuses: {
      409: "It is the present address, the address was changed three times within a week, or the site sends no mail.",
      429: TOO_MANY,
    },
    codes: ["step_up", "current_password_wrong"],
  },
  {
    ...about,
    method: "POST",
    path: "/Auth/confirm-email-change",
    procedure: "accounts.confirmAddress",
    summary:
      "Gives the account its new address, with the code that was mailed there, and signs out everywhere else.",
    reply: "message",
    refuses: { 429: TOO_MANY },
    codes: ["code_used", "email_in_use"],
  },
  {
    ...about,
    method: "POST",
    path: "/Auth/revert-email-change",
    procedure: "accounts.revertAddress",
    summary:
      "Takes a change of address back, with the code that was mailed to the former one, and signs out everywhere. With the `token` of the answer a new password is set at `/Auth/reset-password`.",
    reply: "json",
    refuses: { 429: TOO_MANY },
    codes: ["code_used"],
  },
  {
    ...about,
    method: "PUT",
    path: "/Auth/deactivate-account",
    procedure: "accounts.deactivate",
    summary:
      "Closes the account and signs out everywhere. For 30 days its owner can bring it back. With `currentPassword` it confirms by itself who asks.",
    reply: "text",
    refuses: { 409: "The last active Admin cannot go." },
    // Older clients send whatever they like along.
    input: ({ body }) => (isObject(body) ? { currentPassword: body["currentPassword"] } : {}),
    codes: ["step_up"],
  },
  {
    ...about,
    method: "POST",
    path: "/Auth/confirm",
    procedure: "accounts.confirm",
    summary:
      "Confirms with the password that it is you, for what is refused with the code `step_up` when that was proven too long ago.",
    reply: "empty",
    refuses: { 429: TOO_MANY },
    codes: ["current_password_wrong"],
  },
  {
    ...about,
    method: "POST",
    path: "/Auth/end-sessions",
    procedure: "security.endSessions",
    summary: "Ends all sessions of an account, with the code of a security mail.",
    reply: "text",
    refuses: { 400: "The code is invalid, has expired, or was used already." },
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
