/** Every sentence that the specifications fix, once. Server, client and tests import it from here. */
export const MESSAGES = {
  copied: "Copied to clipboard!",
  notFound: "Whoops, nothing here...",
  redirectingToDiscord: "Redirecting to Discord...",
  unknownGame:
    "There is no game of that name here. Known games: ark-se, ark-sa, eco, minecraft, empyrion.",
  statusFailed: "The server status could not be loaded.",
  unexpected: "Something went wrong on our side. Please try again.",
  accessDenied: "Access denied.",
  passwordTooShort: "Password must be at least 8 characters long.",
  passwordLacksUppercase: "Password must contain at least one uppercase letter.",
  passwordLacksSpecial: "Password must include a special character.",
  passwordHasSpaces: "Password must not contain spaces.",
  tooManyAttempts: "Too many attempts. Please try again later.",
} as const;

/** What the window in which a Discord account is proven says, by what came of it. */
export const DISCORD_PROOF = {
  proven: "Your Discord account is linked. You can close this window.",
  duplicate: "This Discord account is already linked to another user.",
  denied: "Discord was not allowed to tell who you are. You can close this window and try again.",
  expired: "This attempt took too long or was used before. Close this window and try again.",
  unavailable: "Discord cannot be reached right now. Close this window and try again later.",
  garbage: "Discord answered in a way we do not understand. Close this window and try again later.",
} as const;
