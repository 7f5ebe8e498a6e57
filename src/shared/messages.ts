/** Sentences of the whole site; each area has a file of its own beside this one. */
export const MESSAGES = {
  loading: "Loading…",
  copied: "Copied to clipboard!",
  /** @param what it is, such as "address". */
  copyRefused: (what: string, text: string) =>
    `Copying is not allowed here. The ${what} is ${text}`,
  notFound: "Whoops, nothing here...",
  statusFailed: "The server status could not be loaded.",
  unexpected: "Something went wrong on our side. Please try again.",
  accessDenied: "Access denied.",
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
  backToTop: "Back to top",
  longPage: "This page",
  pauseMotion: "Pause motion",
  skipToContent: "Skip to content",
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

/** The landing page. */
export const HOME = {
  /** After how many there are, before the number of servers. */
  inGameOn: (players: number) => `${players === 1 ? "player" : "players"} in game on`,
  monthlyPoints: (points: string, currency: string) => `${points} ${currency} every month`,
  passivePoints: (points: number, currency: string) =>
    `${points} ${currency} for every 15 minutes you play`,
} as const;

/** The game servers: their status, and what they are set to. */
export const SERVERS = {
  copyAddress: (server: string) => `Copy address of ${server}`,
  noPlayersMeasured: "No players measured in the last 24 hours yet",
  playersOfDay: (peak: number) => `Players in the last 24 hours, ${peak} at most`,
  isLive: "Updates live",
  isPolled: "Checked every 30 seconds until the live feed is back",
  noneOfGame: (game: string) => `There are no ${game} servers at the moment.`,
  statusUnknown: "Not known right now",
  statusLoading: "Asking the servers…",
  statusOf: (game: string) => `Status of the ${game} servers`,
  statusOfFailed: (game: string) => `The status of the ${game} servers could not be loaded.`,
  steamFavorites: "Steam Favorites Info",
  needsScript: "Live figures need JavaScript, which is turned off.",
  noAnswerYet: "no answer yet",
  uptimeMeaning: "Share of answered checks in the last 24 hours",
  lastKnown: "Last known figures",
  readAgo: (age: string) => `As of ${age} ago`,
  pageTitle: (server: string, game: string) => `${server}, ${game} server`,
  pageDescription: (server: string, game: string, community: string) =>
    `${server} at ${community}: players now and over the last year, uptime, address and rates of this ${game} server.`,
  playing: (players: number) => `${players} playing`,
  mostFirst: "Most players first",
  hideFull: "Hide full",
  fullHidden: (count: number) =>
    `${count} full ${count === 1 ? "server is" : "servers are"} hidden.`,
  allFull: "Every server is full at the moment.",
} as const;

/** What is said while the site is in maintenance, and where it begins and ends. */
export const MAINTENANCE = {
  title: "Maintenance",
  expectedEnd: "It is expected to end on",
  takesLonger: "It takes longer than expected.",
  change: "Change",
  closedTitle: "Back soon",
  closedText:
    "Until then this screen is closed, and nothing can be changed. The status of the servers, the rules and the login stay open, and this page opens by itself.",
  home: "Home",
} as const;

/**
 * Titles and descriptions of screens that their routes name. The application starts with all routes, so
 * that what stands here is fetched by every page, and a screen's other sentences only with the screen.
 */
export const TITLES = {
  setup: "Setup",
  team: "Team",
  order: (orderId: number) => `Order #${orderId}`,
  calendarEntries: "Calendar",
  transcript: (id: number) => `Transcript of ticket #${id}`,
  savedReplies: "Saved replies",
  news: "News",
  newsAbout: (community: string) => `What is new at ${community}.`,
  lostFactor: "Lost your second factor?",
  keepFactor: "Keep your second factor",
  calendar: "Calendar",
  calendarAbout: (name: string) =>
    `Wipes, restarts, events and special rates of ${name}, in your own time zone.`,
  revertAddress: "Undo the address change",
  revertAddressAbout: (name: string) =>
    `Bring back the old email address of your account at ${name}.`,
  confirmAddress: "Confirm your new address",
  confirmAddressAbout: (name: string) =>
    `Confirm the new email address of your account at ${name}.`,
  confirmBrowser: "Use This Browser",
  endSessions: "End All Sessions",
} as const;
