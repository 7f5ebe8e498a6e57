import { DAY_MS } from "#shared/constants/time.ts";

/** What a strike can keep somebody from. */
export const STRIKE_ACTS = ["writing", "buying", "earning", "playing"] as const;
export type StrikeAct = (typeof STRIKE_ACTS)[number];

/** How a strike stands: a warning is active until it is lifted, since it has no end. */
export const STRIKE_STATES = ["active", "expired", "lifted"] as const;
export type StrikeState = (typeof STRIKE_STATES)[number];

/** For how long: a warning keeps from nothing, and `until` is a day of the issuer's choice. */
export const STRIKE_TERMS = ["warning", "day", "week", "month", "permanent", "until"] as const;
export type StrikeTerm = (typeof STRIKE_TERMS)[number];

/** The terms that are so many milliseconds long. */
export const STRIKE_TERM_MS = { day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS } as const;

/** The longest of each text, in characters. */
export const STRIKE_LENGTHS = { reason: 1000, remark: 2000, lifting: 1000, link: 500 } as const;
/** So many links can be the evidence of one strike. */
export const STRIKE_LINKS_MAX = 10;
/** A chosen last day lies no more years ahead: what is longer is permanent. */
export const STRIKE_YEARS_MAX = 10;

/** So many bans a plugin is told of at once. */
export const BANS_MAX = 500;
