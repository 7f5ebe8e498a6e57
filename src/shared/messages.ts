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
} as const;
