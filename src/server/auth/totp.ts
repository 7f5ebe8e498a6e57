import { Secret, TOTP } from "otpauth";
import { TOTP_DIGITS, TOTP_STEP_SECONDS, TOTP_WINDOW } from "#shared/constants/factors.ts";

const SECRET_BYTES = 20;
const STEP_MS = TOTP_STEP_SECONDS * 1000;

const totpOf = (secret: string, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({
    ...names,
    secret: Secret.fromBase32(secret),
    algorithm: "SHA1",
    digits: TOTP_DIGITS,
    period: TOTP_STEP_SECONDS,
  });

/** 160 random bits in base32, as apps take them. */
export const makeTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/**
 * The address by which an app learns a secret, from its picture.
 * @param names.issuer the community. @param names.label whose account it is.
 */
export const totpAddress = (secret: string, names: { issuer: string; label: string }): string =>
  totpOf(secret, names).toString();

/**
 * Which time step a code is of, counted from 1970: the present one, or one beside it.
 * @returns null for a code that is none of them.
 */
export const totpStepOf = (secret: string, code: string, now: Date): number | null => {
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, window: TOTP_WINDOW, timestamp });
  return delta === null ? null : Math.floor(timestamp / STEP_MS) + delta;
};
