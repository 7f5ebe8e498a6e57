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
