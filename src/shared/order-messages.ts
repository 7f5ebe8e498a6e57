/** The list of one's own orders. */
export const PURCHASES = {
  eyebrow: "From basket to den",
  title: "Purchases",
  intro:
    "Every order, and how far it has come. What you buy is credited by itself as soon as the store has told us of it.",
  empty: {
    title: "Nothing bought yet",
    text: "Points and subscriptions that you buy turn up here, from the basket until they are yours.",
    action: "See the shop",
  },
  payOn: "Go on to pay",
  unpaidHint:
    "Nothing was charged. If you do not pay, the basket closes by itself after three days.",
  navigation: "What you bought",
} as const;

/** What an order has, and the way that it has gone. */
export const ORDER_CARD = {
  parts: (orderId: number) => `What order #${orderId} has`,
  laterPayments: (orderId: number) => `Later payments of order #${orderId}`,
  confirmedByAdmin: "Confirmed by an Admin",
  handedOut: (handedOut: number, total: number) => `${handedOut} of ${total} in game`,
  way: (orderId: number) => `The way of order #${orderId}`,
} as const;

/** One's own subscription, and what there is to choose. */
export const SUBSCRIPTION = {
  notRunning: "Paid, but it does not run right now. Please open a ticket.",
  cancelledUntil: "Cancelled. It stays yours until ",
  none: "You are with us as Standard. A subscription brings points every month, and more for the time that you play.",
  choose: "Choose a subscription",
  manage: "Manage or cancel",
  manageHint:
    "Subscriptions are paid, changed and cancelled at our store provider. A cancelled one stays yours until its month is over.",
  monthByMonth: "Month by month",
  whatYouGet: "What you get",
  perQuarterHour: "15 minutes of play",
  offersHint:
    "Each comes with a Discord role, a shoutout and a private Discord channel. Points of the month are credited when it is paid, and with every renewal.",
} as const;
