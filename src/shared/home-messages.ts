/** The landing page. */
export const HOME = {
  /** After how many there are, before the number of servers. */
  inGameOn: (players: number) => `${players === 1 ? "player" : "players"} in game on`,
  adminsTitle: "Admins who are around",
  adminsText:
    "Real people, awake when you are. Open a ticket and someone who plays on the same server answers it.",
  machinesTitle: "Our own machines",
  machinesText:
    "Dedicated servers in our own rack, run locally. No rented slices, no noisy neighbours, no surprise migrations.",
  rewardsTitle: "Rewards in the game",
  rewardsText:
    "Log in, vote, survive: playing earns points, and points become things you can use the same night.",
  whyPlayHere: "Why play here",
  playText: "Join any of our servers. Time in the game counts, on your schedule and at your pace.",
  earnTitle: "Earn or purchase",
  earnText: (currency: string) =>
    `Votes, log-ins and passive income fill your balance with ${currency}. In a hurry? Points can be purchased too.`,
  spendText: (currency: string) =>
    `Turn ${currency} into gear, kits and perks in select games. You play, earn and spend anywhere.`,
  paysToPlay: "It pays to play",
  oneBalance:
    "One balance across the whole community. What you earn in one world, you may spend in another.",
  passivePoints: (points: number, currency: string) =>
    `${points} ${currency} for every 15 minutes you play`,
  discordRole: "Discord role and shoutout",
  discordChannel: "Private Discord channel",
  donationText:
    "Keep the rack humming without a subscription. Every donor gets a shoutout on Discord.",
  subscriptionsText: "Subscriptions keep the machines running and your balance growing.",
} as const;

/** The game servers: their status, and what they are set to. */
export const SERVERS = {
  copyAddress: (server: string) => `Copy address of ${server}`,
  noPlayersMeasured: "No players measured in the last 24 hours yet",
  playersOfDay: (peak: number) => `Players in the last 24 hours, ${peak} at most`,
  ratesCaption: "Rates on weekdays and at the weekend",
  ratesOf: (game: string) => `Rates and settings of our ${game} servers`,
  listTitle: "Pick your world",
  listText: (servers: string) =>
    `Five games, ${servers}, one community. Every machine stands in our own rack.`,
  isLive: "Updates live",
  isPolled: "Checked every 30 seconds until the live feed is back",
  noneOfGame: (game: string) => `There are no ${game} servers at the moment.`,
  statusUnknown: "Not known right now",
  statusLoading: "Asking the servers…",
  statusOf: (game: string) => `Status of the ${game} servers`,
  statusOfFailed: (game: string) => `The status of the ${game} servers could not be loaded.`,
  statusText: "Read from the game servers themselves every few seconds. Pick one and drop in.",
  steamFavorites: "Steam Favorites Info",
  needsScript: "Live figures need JavaScript, which is turned off.",
  noAnswerYet: "no answer yet",
  uptimeMeaning: "Share of answered checks in the last 24 hours",
  lastKnown: "Last known figures",
  readAgo: (age: string) => `As of ${age} ago`,
  pageTitle: (server: string, game: string) => `${server}, ${game} server`,
  pageDescription: (server: string, game: string, community: string) =>
    `${server} at ${community}: players now and over the last year, uptime, address and rates of this ${game} server.`,
  previewLine: (game: string) => `${game} server. Players now, address and rates.`,
  allServers: (game: string) => `All ${game} servers`,
  details: "Server details",
  joinAddressHint: "Paste this address in the game.",
  rowFailed: "The status of this server could not be loaded.",
  vote: "Vote for this server",
  share: "Copy link to this page",
  playersNow: "Players now",
  pastTitle: "Players and uptime",
  pastRange: "Time range",
  pastFailed: "The chart could not be loaded.",
  pastEmpty: "Nothing has been measured in this time yet.",
  pastLabel: (peak: number, mean: string, uptime: string) =>
    `Peak ${peak}, on average ${mean} players; ${uptime} uptime`,
  playing: (players: number) => `${players} playing`,
  mostFirst: "Most players first",
  hideFull: "Hide full",
  fullHidden: (count: number) =>
    `${count} full ${count === 1 ? "server is" : "servers are"} hidden.`,
  allFull: "Every server is full at the moment.",
} as const;
