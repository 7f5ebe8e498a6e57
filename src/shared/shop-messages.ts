import type { ReviewReason } from "./constants/shop.ts";
import type { CommunityTier } from "./schemas/community/play.ts";

/** The tiers of a community, as far as they earn points. */
type Earning = readonly Pick<CommunityTier, "monthlyPoints" | "quarterHourPoints">[];

const earnsInPlay = ({ quarterHourPoints }: Earning[number]) => quarterHourPoints > 0;

/** What a subscription brings, by what the tiers of the community give; "" where that is no points. */
export const subscriptionsBring = (tiers: Earning): string => {
  const isMonthly = tiers.some(({ monthlyPoints }) => monthlyPoints > 0);
  const isInPlay = tiers.some(earnsInPlay);
  if (isMonthly)
    return `A subscription brings points every month${isInPlay ? ", and more while you play" : ""}.`;
  return isInPlay ? "A subscription brings points while you play." : "";
};

/** Sentences of the shop. */
export const SHOP = {
  loadFailed: "The shop could not be loaded.",
  unreachable: "The shop cannot be reached right now. Please try again in a few minutes.",
  notConfigured: "This community has not set up its shop.",
  unknownPackage: "There is no such package in the shop.",
  notSold: "This package is not for sale yet.",
  soldOut: "This package is sold out.",
  soldOutMark: "Sold out",
  unknownBasket: "There is no such checkout.",
  basketGone:
    "The shop has closed this checkout. Nothing was charged. Add its items to your cart to continue.",
  basketBusy: "This checkout is being changed in another window. Please try again in a moment.",
  basketClosed: "The checkout is closed. Nothing was charged.",
  paidBasket: "This checkout is already paid.",
  notInOrder: "This package is not part of the order.",
  oneSubscription: "Only one subscription can be bought at a time.",
  oneFree: "You can only add one of a free item.",
  twice: "A package can be in a checkout only once.",
  refused: "The shop refused to add this package.",
  signInAtTebex: "Please log in to the shop first.",
  waitTitle: "One moment",
  waitText: "Tebex, the store provider, handles the payment.",
  backTitle: "Back to your cart",
  backText: "You can close this window. Your checkout continues where you left it.",
  notPromo: "This is not the promo package.",
  noPaidPromo: "None of your paid orders has the promo package.",
  promoClaimed: "Promo claimed.",
  notSigned: "This call needs the store's signature.",
  wronglySigned: "This is not the store's signature.",
  malformedEvent: "This is no event of the store.",
  staleBefore: "The shop is not answering right now. This is what it offered",
  staleAfter: "; we keep trying.",
} as const;

/** Why the promo cannot be had yet [SHOP-08]. @param day such as "March 5, 2026". */
export const promoAgain = (day: string): string =>
  `You have already redeemed this. You can redeem it again on ${day}.`;

/** Why a tier that is renewed cannot be bought. @param day of the renewal. */
export const tierRenews = (name: string, day: string): string =>
  `You already have ${name}. It renews on ${day}.`;

/** Why a tier that ends cannot be bought yet. @param end its last day. @param from when it can be. */
export const tierRuns = (name: string, end: string, from: string): string =>
  `You already have ${name} until ${end}. You can buy it again from ${from}.`;

/** Why something cannot be put into a second basket, and how to go on. */
export const inOtherBasket = (name: string, orderId: number): string =>
  `${name} is already in order #${orderId}. Pay or close that order under Purchases first.`;

export const CART = {
  title: "Your Cart",
  empty: "Your cart is empty",
  full: "Your cart cannot hold any more of this.",
  gone: "This is no longer in the shop.",
  blocked: "Please remove what can no longer be bought.",
  keepShopping: "Continue Shopping...",
  continueShopping: "Continue Shopping",
  footnote:
    "This site collects no personal information during checkout. Purchases are handled by Tebex, the store provider.",
  renewed: (price: string) => `${price} / month, renewed until you cancel`,
  emptyText: "Points and tiers you pick wait here, in this browser, until you check out.",
  /** What somebody ticks who has one tier and buys another. */
  keepsRenewing: (title: string) => `I understand that ${title} renews until I cancel it.`,
  keepsRunning: (title: string, day: string) =>
    `I understand that ${title} runs until ${day}, whatever I buy.`,
  manageTier: "Manage your subscription",
  limitOf: (limit: number) => `Each player can have ${limit} of this.`,
  quantityOf: (name: string) => `How many of ${name}`,
  remove: (name: string) => `Remove ${name} from the cart`,
} as const;

/** What a toast says, with a way back. @param name of the package. */
export const removedFromCart = (name: string): string => `${name} was removed from your cart.`;

export const CHECKOUT = {
  thanks: "Thanks for your purchase!",
  thanksTitle: "Thank You for Your Purchase!",
  thanksText: "Your account must be connected to a game before you can use your points there.",
  timedOut: "Purchase confirmation timed out.",
  unconfirmed: "Unable to confirm your purchase. Please check your receipt.",
  itemsFailed: "There was a problem adding items to your checkout.",
  failed: "There was a problem creating your checkout.",
  limitFallback: "An error occurred during checkout.",
  signIn: "Please log in to the shop. Its login opens in a moment.",
  notSignedIn: "You have not logged in to the shop yet.",
  declined: "The payment was not completed. You can try again.",
  closed: "You left the checkout before paying. Your cart is unchanged.",
  later: "If you have paid, your purchase arrives once the store confirms it.",
  begin: "Checkout",
  preparing: "Preparing your checkout…",
  inWindow: "Finish logging in in the other window, then close it.",
  openWindow: "Log in to the shop",
  adding: "Adding your items to the checkout…",
  paying: "Finish your payment in the checkout that is open.",
  confirming: "Confirming your purchase…",
  cancel: "Cancel checkout",
  connect: "Link a game",
  links: "Linked accounts",
  purchases: "See your purchases",
  steps: "Steps of the checkout",
  logInStep: "Log in at Tebex",
  payStep: "Pay",
  creditStep: "Credited",
  stepDone: "(done)",
  /** @param linked such as "Steam (Rowan)". */
  linkedTo: (linked: string) => `Linked: ${linked}.`,
  receipt: "What you bought",
  total: "Total",
  newBalance: "New balance",
  arriving: "Points arrive as soon as Tebex confirms the payment.",
  waiting: "The team will review this payment before anything is credited.",
  tierUntil: (title: string, day: string) => `${title} until ${day}`,
  seeOrder: "See order",
  backToShop: "Back to shop",
} as const;

/** Why what a payment gives waits for an Admin, to its buyer. */
export const REVIEWS: Readonly<Record<ReviewReason, string>> = {
  repeat: "This order was already paid, and was paid again.",
  renewal: "This payment is called a renewal, but does not renew what the order subscribed to.",
  price: "Less was paid than this order costs.",
  promo: "The monthly gift was claimed more than once in 31 days.",
};
/** Said behind each of them. */
export const REVIEW_HINT = "Nothing is lost: the team has been notified and decides about it.";

export const ORDERS = {
  loadFailed: "Failed to load your purchases.",
  allFailed: "Failed to load the orders.",
  inboxFailed: "Failed to load the inbox.",
  unknownOrder: "There is no such order.",
  unknownEvent: "There is no such event.",
  unknownFlag: "There is no such entry.",
  replayed: "The event was processed again.",
  replayFailed: "The event could not be processed again.",
  confirmed: "The order was credited.",
  confirmFailed: "The order could not be credited.",
  notPaid: "The store does not report this order as paid.",
  creditedAlready: "This order was already credited.",
  unknownPayment: "There is no such payment.",
  nothingWaits: "Nothing about this payment is waiting to be confirmed.",
  waitsForConfirmation:
    "A payment of this order is known and waits to be confirmed. Confirm that one.",
  paymentConfirmed: "The payment was confirmed and credited.",
  paymentConfirmFailed: "The payment could not be confirmed.",
  unknownPackages:
    "The site does not say what every package of this order gives: Admin, Site, Tiers and Shop.",
  resolved: "Marked as settled.",
  subscriptionFailed: "Failed to load your subscription.",
  flagsFailed: "Failed to load what needs a look.",
  resolveFailed: "This could not be marked as settled.",
  emptyBasket: "The store has no items for this checkout. Please check out again from your cart.",
  cartAgain: "Add these to your cart again",
  someGone: "Some items are no longer sold and were left out.",
  allGone: "None of these items are sold anymore.",
  closeBasket: "Close this order",
  closeFailed: "This order could not be closed.",
  basketFailed: "This checkout could not be looked up.",
} as const;

/** The shelves. */
export const SHOP_SCREEN = {
  goToCart: "Go to Cart",
  addToCart: "Add to Cart",
  inCart: "In your cart",
  promoTitle: "A gift for members",
  backToServers: "Back to the servers",
  emptyTitle: "The shelves are empty",
  emptyText: "Nothing is for sale right now.",
  noShop: "No shop yet",
  pointsHint: (currency: string, tiers: Earning) =>
    `${currency} to spend in game${tiers.some(earnsInPlay) ? ", and tiers that earn more while you play" : ""}.`,
  loading: "Loading the shop.",
  manageSubscription: "Manage your subscription",
  takeInstead: "Take this instead",
  /** Beside another tier. */
  otherRenews: (title: string, day: string) => `${title} renews on ${day} until you cancel it.`,
  otherRuns: (title: string, day: string) => `${title} runs until ${day}.`,
  limit: (limit: number) => `${limit} per player`,
} as const;

/** The list of one's own orders. */
export const PURCHASES = {
  eyebrow: "Your orders",
  title: "Purchases",
  intro: "What you buy is credited as soon as the store confirms it.",
  empty: {
    title: "Nothing bought yet",
    text: "Points and subscriptions you buy appear here, from checkout until they are yours.",
    action: "See the shop",
  },
  showAll: "All purchases",
  noMatch: { title: "No such order", text: "There is no order with this number among yours." },
  payOn: "Continue to payment",
  unpaidHint: "Nothing was charged. If you do not pay, the order closes after three days.",
} as const;

/** What an order has, and the way that it has gone. */
export const ORDER_CARD = {
  parts: (orderId: number) => `What order #${orderId} has`,
  laterPayments: (orderId: number) => `Later payments of order #${orderId}`,
  confirmedByAdmin: "Confirmed by an Admin",
  handedOut: (handedOut: number, total: number) => `${handedOut} of ${total} in game`,
  way: (orderId: number) => `Steps of order #${orderId}`,
} as const;

/** One's own subscription, and what there is to choose. */
export const SUBSCRIPTION = {
  notRunning: "Paid, but not active right now. Please open a ticket.",
  cancelled: "Cancelled. It stays yours until its last day.",
  nextCharge: "Next charge",
  paidUntil: "Paid until",
  runsUntil: "Runs until",
  boughtWith: "Bought with",
  order: (id: number) => `order #${id}`,
  paidTwice: (title: string) =>
    `You pay for ${title} twice every month. Cancel one of the two payments below; what you have paid for stays yours.`,
  manageOne: (title: string, orderId: number) => `Manage or cancel ${title}, order #${orderId}`,
  subscribe: "Subscribe",
  upgrade: "Upgrade",
  change: "Change",
  /** @param act one of the three above. */
  labelOf: (act: string, title: string) => `${act}: ${title}`,
  none: (tiers: Earning) => `You're on the Standard tier. ${subscriptionsBring(tiers)}`.trim(),
  choose: "Choose a subscription",
  manage: "Manage or cancel",
  manageHint:
    "Subscriptions are paid, changed and cancelled at the store provider. A cancelled one stays yours until its month is over.",
  monthByMonth: "Month by month",
  whatYouGet: "What you get",
  perQuarterHour: "15 minutes of play",
  included: "Included",
  byHand: "Given by hand",
  offersHint:
    "Monthly points arrive when you pay, and with every renewal. What is given by hand comes from the team.",
  noTiers: "No subscriptions",
  noTiersText: "This community has no subscriptions at present.",
} as const;

/** Something of an order: the order itself, or the renewal of its subscription. */
const partOf = (orderId: number, isRenewal: boolean) =>
  isRenewal ? `a renewal of order #${orderId}` : `order #${orderId}`;
const atFirst = (part: string) => `${part.charAt(0).toUpperCase()}${part.slice(1)}`;

/** What is said of a payment: points as text, null where it moved none. */
type PaymentText = { orderId: number; isRenewal: boolean; points: string | null };

/** What a buyer is told came of a payment. */
export const PAYMENT_NOTIFICATIONS = {
  credited: ({ orderId, isRenewal, points }: PaymentText) => ({
    subject: CHECKOUT.thanks,
    message:
      points === null
        ? `What you bought with order #${orderId} is yours now.`
        : `${points} of ${isRenewal ? "this month of your subscription" : `order #${orderId}`} are on your account.`,
  }),
  confirmed: ({ orderId, isRenewal, points }: PaymentText) => {
    const part = partOf(orderId, isRenewal);
    return {
      subject: `${atFirst(part)} was confirmed`,
      message:
        points === null
          ? `What you bought with ${part} is yours now.`
          : `${points} of ${part} are on your account.`,
    };
  },
  restored: ({ orderId, isRenewal }: PaymentText) => {
    const part = partOf(orderId, isRenewal);
    return {
      subject: `${atFirst(part)} counts again`,
      message: `The dispute about ${part} is settled. What it gave is yours again.`,
    };
  },
  takenBack: ({ orderId, isRenewal, points }: PaymentText, isDisputed: boolean) => {
    const part = partOf(orderId, isRenewal);
    const why = isDisputed ? "its payment is disputed" : "its payment was returned";
    return {
      subject: `${atFirst(part)} was taken back`,
      message: `What ${part} gave was taken back because ${why}.${points === null ? "" : ` That is ${points} less on your account.`}`,
    };
  },
  waiting: (orderId: number, reason: ReviewReason) => ({
    subject: `A payment of order #${orderId} waits for the team`,
    message: `${REVIEWS[reason]} ${REVIEW_HINT}`,
  }),
  paidTwice: (tier: string, orderId: number, otherOrderId: number) => ({
    subject: `${tier} is paid for twice`,
    message: `Order #${orderId} subscribes to ${tier}, which order #${otherOrderId} renews already. Both are charged every month until one is cancelled.`,
  }),
};
