import { z } from "zod/mini";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { PASSKEY_LENGTHS, PASSKEY_TRANSPORTS } from "#shared/constants/factors.ts";
import { words } from "./text.ts";

const time = z.iso.datetime();
const BASE64URL = /^[\w-]*$/;
const encoded = (max: number) => z.string().check(z.maxLength(max), z.regex(BASE64URL));
const credentialId = encoded(PASSKEY_LENGTHS.id).check(z.minLength(1));
const name = words(LENGTHS.label);

/** What every answer of `navigator.credentials` has, as SimpleWebAuthn writes it down. */
const credential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal("public-key"),
};

/** What a browser answers that has made a passkey. */
export const createdPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded(PASSKEY_LENGTHS.clientData),
    attestationObject: encoded(PASSKEY_LENGTHS.attestation),
    transports: z.optional(
      z.array(z.string().check(z.maxLength(LENGTHS.label))).check(z.maxLength(20)),
    ),
  }),
});
export type CreatedPasskey = z.infer<typeof createdPasskey>;

/** What a browser answers that has signed with one. */
export const signedByPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded(PASSKEY_LENGTHS.clientData),
    authenticatorData: encoded(PASSKEY_LENGTHS.authenticatorData),
    signature: encoded(PASSKEY_LENGTHS.signature),
    userHandle: z.nullish(encoded(PASSKEY_LENGTHS.userHandle)),
  }),
});
export type SignedByPasskey = z.infer<typeof signedByPasskey>;

const transports = z.optional(z.array(z.enum(PASSKEY_TRANSPORTS)));
const descriptor = z.object({ id: z.string(), type: z.literal("public-key"), transports });
const userVerification = z.enum(["preferred", "required"]);

/** With what `navigator.credentials.create` is called. */
export const passkeyCreation = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal("public-key") })),
  timeout: z.int(),
  attestation: z.literal("none"),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal("required"),
    requireResidentKey: z.literal(true),
    userVerification,
  }),
});
export type PasskeyCreation = z.infer<typeof passkeyCreation>;

/** With what `navigator.credentials.get` is called. */
export const passkeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  /** In milliseconds. */
  timeout: z.int(),
  userVerification,
  /** Empty: whichever passkey of this site the person has there. */
  allowCredentials: z.array(descriptor),
});
export type PasskeyRequest = z.infer<typeof passkeyRequest>;

export const passkeyLoginInput = z.object({ response: signedByPasskey });
/** @see pendingLogin */
export const passkeyStepInput = z.object({
  ticket: z.string().check(z.minLength(1), z.maxLength(LENGTHS.secret)),
  response: signedByPasskey,
});
export const newPasskeyInput = z.object({ name, response: createdPasskey });
export const passkeyId = z.object({ id: credentialId });
export const passkeyName = z.object({ id: credentialId, name });

/** One passkey of a member. */
export const passkey = z.object({
  id: z.string(),
  name: z.string(),
  addedAt: time,
  /** Null until it is used. */
  lastUsedAt: z.nullable(time),
  /** Whether the password manager keeps it on several devices; otherwise it is on one alone. */
  isSynced: z.boolean(),
  /** False where the site has moved to another address since: then no browser finds it any more. */
  isUsable: z.boolean(),
});
export type Passkey = z.infer<typeof passkey>;

/** The passkeys of a member, and what the screen has to know besides. */
export const ownPasskeys = z.object({
  /** The oldest first. */
  passkeys: z.array(passkey),
  /** False where the site is not reached by a name for which browsers make passkeys. */
  isOffered: z.boolean(),
  /** A name that none of them has, after the browser that asks. */
  suggestedName: z.string(),
  /** Whether the account has a password to log in with. */
  hasPassword: z.boolean(),
});
export type OwnPasskeys = z.infer<typeof ownPasskeys>;
