import { DAY_MS, MINUTE_MS } from "#shared/constants/time.ts";

/** How the first step of a login can be proven. */
export const LOGIN_WAYS = ["password", "passkey", "discord"] as const;
export type LoginWay = (typeof LOGIN_WAYS)[number];

/** How its second step can be: a code of an app, one of the ten on paper, or a passkey. */
export const SECOND_STEPS = ["totp", "recovery", "passkey"] as const;
export type SecondStep = (typeof SECOND_STEPS)[number];

/** Life of a login whose second step is awaited [FACTOR-03]. */
export const PENDING_LOGIN_MS = 5 * MINUTE_MS;
/** Codes that one such login allows. */
export const PENDING_LOGIN_TRIES = 5;

/** How long one code of an app is shown. */
export const TOTP_STEP_SECONDS = 30;
export const TOTP_DIGITS = 6;
/** So many steps before and after the present one are good as well: clocks differ. */
export const TOTP_WINDOW = 1;

/** So long an app that is being set up may wait for its first code. */
export const APP_SETUP_MS = 30 * MINUTE_MS;

/** How a reset stands, as its mails tell. */
export const RESET_STATES = ["begun", "waiting", "done"] as const;
export type ResetState = (typeof RESET_STATES)[number];
/** Lost second factors are removed after so long [FACTOR-07]. */
export const FACTOR_RESET_MS = 7 * DAY_MS;
/** When it is warned of that again, after the beginning. */
export const FACTOR_RESET_WARNINGS_MS = [3 * DAY_MS, 6 * DAY_MS] as const;

/** So many recovery codes are made at once [FACTOR-05]. */
export const RECOVERY_CODES = 10;
/** With so many left, or fewer, people are told to make new ones. */
export const FEW_RECOVERY_CODES = 3;
