import type { ReviewReason } from "./constants/shop.ts";

/** Sentences of the shop. */
export const SHOP = {
  loadFailed: "The shop could not be loaded.",
  free: "Free",
  unreachable: "The shop cannot be reached right now. Please try again in a few minutes.",
  notConfigured: "This community has not set up its shop.",
  unknownPackage: "There is no such package in the shop.",
  soldOut: "This package is sold out.",
  soldOutMark: "Sold out",
  unknownBasket: "There is no such basket.",
  basketGone:
    "The shop has closed this basket. Nothing was charged: put its items into your cart to go on.",
  basketBusy: "This basket is being changed in another window. Please try again in a moment.",
  basketClosed: "The basket is closed. Nothing was charged.",
  paidBasket: "This basket is paid already.",
  notInOrder: "This package is not part of the order.",
  oneSubscription: "Only one subscription can be bought at a time.",
  oneFree: "You can only add one of a free item.",
  twice: "A package can stand in a basket only once.",
  refused: "The shop refused to add this package.",
  signInAtTebex: "Please sign in to the shop first.",
  backTitle: "Back to your cart",
  backText: "You can close this window. Your checkout goes on where you left it.",
  notPromo: "This is not the promo package.",
  noPaidPromo: "No paid order of yours has the promo package.",
  promoClaimed: "Promo claimed.",
  notSigned: "This call needs the store's signature.",
  wronglySigned: "This is not the store's signature.",
  malformedEvent: "This is no event of the store.",
  staleBefore: "The shop does not answer right now. You see what it offered",
  staleAfter: "; it is asked again by itself.",
} as const;

/** Why the promo cannot be had yet [SHOP-08]. @param day such as "March 5, 2026". */
export const promoAgain = (day: string): string =>
  `You have redeemed this already. You can redeem it again on ${day}.`;

/** Why a tier that is renewed cannot be bought. @param day of the renewal. */
export const tierRenews = (name: string, day: string): string =>
  `You have ${name} already. It renews by itself on ${day}.`;

/** Why a tier that ends cannot be bought yet. @param end its last day. @param from when it can be. */
export const tierRuns = (name: string, end: string, from: string): string =>
  `You have ${name} already, until ${end}. You can buy it again from ${from}.`;

/** Why something cannot be put into a second basket, and how to go on. */
export const inOtherBasket = (name: string, orderId: number): string =>
  `${name} is in the basket of order #${orderId} already. Pay or close that order under Purchases first.`;

export const CART = {
  title: "Your Cart",
  empty: "Your cart is empty",
  full: "Your cart cannot hold any more of this.",
  gone: "This is no longer in the shop.",
  blocked: "Please remove what cannot be bought any more.",
  keepShopping: "Continue Shopping...",
  continueShopping: "Continue Shopping",
  footnote:
    "We collect no personal information during checkout. Purchases are handled by Tebex, our store provider.",
  renewed: (price: string) => `${price} / month, renewed until you cancel`,
  emptyText: "Points and tiers that you pick wait here, in this browser, until you check out.",
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
  signIn: "Please sign in to the shop in the window that opens.",
  notSignedIn: "You have not signed in to the shop yet.",
  declined: "The payment was not completed. You can try again.",
  closed: "You left the checkout before paying. Your cart is as it was.",
  later: "If you have paid, your purchase arrives by itself once the store confirms it.",
  begin: "Checkout",
  preparing: "Preparing your checkout…",
  inWindow:
    "Finish signing in in the other window. Your checkout goes on by itself when it is closed.",
  openWindow: "Sign in to the shop",
  adding: "Adding your items to the checkout…",
  paying: "Finish your payment in the checkout that is open.",
  confirming: "Confirming your purchase…",
  cancel: "Cancel checkout",
  connect: "Connect a game",
  purchases: "See your purchases",
} as const;

/** Why what a payment gives waits for an Admin, to its buyer. */
export const REVIEWS: Readonly<Record<ReviewReason, string>> = {
  repeat: "This order was paid already, and was paid again.",
  renewal: "This payment is called a renewal, but does not renew what the order subscribed to.",
  price: "Less was paid than this order costs.",
  promo: "The monthly gift was taken more often than once in 31 days.",
};
/** Said behind each of them. */
export const REVIEW_HINT =
  "Nothing is lost: the team has been told, and confirms it or sends the money back.";

export const ORDERS = {
  loadFailed: "Failed to load your purchases.",
  allFailed: "Failed to load the orders.",
  inboxFailed: "Failed to load the inbox.",
  unknownOrder: "There is no such order.",
  unknownEvent: "There is no such event.",
  unknownFlag: "There is no such entry.",
  replayed: "The event was worked on again.",
  replayFailed: "The event could not be worked on again.",
  confirmed: "The order was credited.",
  confirmFailed: "The order could not be credited.",
  notPaid: "The store does not say that this order is paid.",
  creditedAlready: "This order was credited already.",
  unknownPayment: "There is no such payment.",
  nothingWaits: "Nothing of this payment waits to be confirmed.",
  waitsForConfirmation:
    "A payment of this order is known and waits to be confirmed. Confirm that one.",
  paymentConfirmed: "The payment was confirmed and credited.",
  paymentConfirmFailed: "The payment could not be confirmed.",
  unknownPackages: "community.toml does not say what every package of this order gives.",
  resolved: "Marked as settled.",
  subscriptionFailed: "Failed to load your subscription.",
  flagsFailed: "Failed to load what needs a look.",
  resolveFailed: "This could not be marked as settled.",
  emptyBasket:
    "Nothing was put into this basket at the store. Please check out again from your cart.",
  cartAgain: "Put these into the cart again",
  someGone: "Some of it is not sold any more, so it was left out.",
  allGone: "Nothing of it is sold any more.",
  closeBasket: "Close this order",
  closeFailed: "This order could not be closed.",
  basketFailed: "This basket could not be looked up.",
} as const;

/** The shelves. */
export const SHOP_SCREEN = {
  goToCart: "Go to Cart",
  addToCart: "Add to Cart",
  inCart: "In your cart",
  promoTitle: "A gift for members",
  backToServers: "Back to the servers",
  emptyTitle: "The shelves are empty",
  emptyText: "Nothing is for sale right now. Please come back soon.",
  noShop: "No shop yet",
  pointsHint: (currency: string) =>
    `${currency} to spend in game, and tiers that earn more while you play. Whatever you buy keeps the machines running.`,
  loading: "The shop is being loaded.",
  manageSubscription: "Manage your subscription",
  takeInstead: "Take this instead",
} as const;

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
      message: `What ${part} gave was taken back, since ${why}.${points === null ? "" : ` That is ${points} less on your account.`}`,
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
