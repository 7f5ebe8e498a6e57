export { changeItems, findBasket, inTurn, nameBasket, takeOut } from "./baskets.ts";
export { checkOrders } from "./check.ts";
export { grantTier } from "./tiers.ts";
export { lastPaidPromo, promoAgainAt } from "./promo.ts";
export { receiveEvent } from "./receive-event.ts";
export { processInbox } from "./process-event.ts";
export { findReservations, releaseReservations, reserve, reservedOf } from "./reservations.ts";
export { createOrder, moveOrder, notePaid, TRANSITIONS } from "./transitions.ts";
