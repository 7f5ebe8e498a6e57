/** Sentences of the whole site; each area has a file of its own beside this one. */
export const MESSAGES = {
  loading: "Loading…",
  copied: "Copied to clipboard!",
  /** @param what it is, such as "address". */
  copyRefused: (what: string, text: string) =>
    `Copying is not allowed here. The ${what} is ${text}`,
  notFound: "Whoops, nothing here...",
  redirectingToDiscord: "Redirecting to Discord...",
  statusFailed: "The server status could not be loaded.",
  unexpected: "Something went wrong on our side. Please try again.",
  accessDenied: "Access denied.",
  permissionLost: "Your permissions have changed. You can no longer open that page.",
  tooManyAttempts: "Too many attempts. Please try again later.",
  networkError: "Network error.",
  offline: "You are offline. This is what was last loaded.",
  newVersion: "A new version is ready.",
  reload: "Reload",
  later: "Later",
  seeServers: "See the servers",
  gameMissing: "Please choose a game.",
  didNotWork: "That did not work",
} as const;

/** What the start of the application says of signing in: all else is in account-messages.ts. */
export const SIGN_IN = {
  userInfoFailed: "Failed to fetch user info.",
  inactive: "You have been logged out due to inactivity. Please log in again.",
  endedElsewhere: "You have been logged out. Please log in again.",
} as const;

/** What stands around every screen. */
export const SHELL = {
  accountMenuOf: "Account menu of",
  backToTop: "Back to top",
  longPage: "This page",
  pauseMotion: "Pause motion",
  skipToContent: "Skip to content",
  seePoints: "See your points",
  toLookAt: "to look at",
} as const;

/** What menus call the screens that they lead to. */
export const MENU_TITLES = {
  shop: "Shop",
  servers: "Servers",
  status: "Server status",
  rules: "Rules",
  calendar: "Calendar",
  discord: "Discord",
  news: "News",
  privacy: "Privacy Policy",
  contact: "Contact",
} as const;

/** A page that does not exist. */
export const NOT_FOUND = {
  text: "There is no page at this address. It may have moved, or the address has a typo.",
} as const;
