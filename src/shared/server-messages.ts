/** A game server by itself: its page, its past and what it is set to. */
export const SERVER = {
  addresses: "Where to join",
  ratesCaption: "Rates on weekdays and at the weekend",
  ratesOf: (game: string) => `Rates and settings of the ${game} servers`,
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
  pastEmpty: "There are no measurements for this period yet.",
  pastLabel: (peak: number, mean: string, uptime: string) =>
    `Peak ${peak}, on average ${mean} players; ${uptime} uptime`,
} as const;
