import { DAY_MS, MINUTE_MS } from "./time.ts";

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

/** So many passkeys an account can have [KEY-02]. */
export const PASSKEYS_MAX = 20;

/** Life of what a device is asked to sign [KEY-03]. */
export const PASSKEY_CHALLENGE_MS = 5 * MINUTE_MS;

/** So long a browser is asked for one; the rest is for the way to the server. */
export const PASSKEY_ASKED_MS = PASSKEY_CHALLENGE_MS - 10_000;

/** What a signature is asked for: one that was given for another purpose is worth nothing. */
export const PASSKEY_PURPOSES = ["add", "login", "confirm"] as const;
export type PasskeyPurpose = (typeof PASSKEY_PURPOSES)[number];

/** How a browser reaches a passkey, as it says itself; what it says besides is passed over. */
export const PASSKEY_TRANSPORTS = [
  "ble",
  "cable",
  "hybrid",
  "internal",
  "nfc",
  "smart-card",
  "usb",
] as const;
export type PasskeyTransport = (typeof PASSKEY_TRANSPORTS)[number];

/** Greatest lengths of what browsers send, in characters of base64url. */
export const PASSKEY_LENGTHS = {
  /** Of the name that a browser or a key gives a passkey: 1,023 bytes. */
  id: 1364,
  clientData: 8192,
  authenticatorData: 8192,
  /** Post-quantum signatures take about 2,400 bytes. */
  signature: 8192,
  attestation: 16_384,
  userHandle: 128,
} as const;

/** Of a public key as it is kept: post-quantum ones take about 1,300. */
export const PASSKEY_KEY_MAX_BYTES = 4096;
