export { ownHostTest } from "./addresses.ts";
export { announce } from "./announce.ts";
export { deliverWebhooks, forgetDeliveries } from "./deliver.ts";
