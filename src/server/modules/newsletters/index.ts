export { mailNews } from "./send.ts";
export { unsubscribe, unsubscriptionOf } from "./unsubscribe.ts";
