import { tabStorage } from "#client/lib/storage.ts";

/** Where this tab remembers its checkout. */
export const RECORD_KEY = "lynxdenCheckout";

/** Forgets it. Apart from what reads it: every page does this, and few read. */
export const forgetRecord = (): void => tabStorage.removeItem(RECORD_KEY);
