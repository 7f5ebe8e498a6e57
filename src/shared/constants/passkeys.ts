import { MINUTE_MS } from "#shared/constants/time.ts";

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
