/** The landing page. */
export const HOME = {
  /** After how many there are, before the number of servers. */
  inGameOn: (players: number) => `${players === 1 ? "player" : "players"} in game on`,
  adminsTitle: "Admins who are around",
  adminsText:
    "Real people, awake when you are. Open a ticket and somebody who plays on the same server answers it.",
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
