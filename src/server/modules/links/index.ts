export { proveAccount } from "./prove-account.ts";
