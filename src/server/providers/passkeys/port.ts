import type { PasskeyTransport } from "#shared/constants/factors.ts";
import type { CreatedPasskey, PasskeyCreation, SignedByPasskey } from "#shared/schemas/passkeys.ts";

/** The site as passkeys know it. */
export type PasskeySite = {
  /** Its host: a passkey is good for this name alone. */
  rpId: string;
  /** Scheme, host and port at which browsers have it open. */
  origin: string;
};

/** A passkey as it is kept. */
export type PasskeyKey = {
  /** In base64url. */
  id: string;
  /** COSE. */
  publicKey: Uint8Array;
  transports: PasskeyTransport[];
};

/** A passkey that has just been made. */
export type NewPasskey = PasskeyKey & {
  counter: number;
  isSyncable: boolean;
  isBackedUp: boolean;
};

/** What a signature says besides that it is good. */
export type Signature = {
  /** How often the passkey has signed; 0 where it does not count. */
  counter: number;
  /** Whether the device made sure who uses it: by fingerprint, face or PIN. */
  isUserVerified: boolean;
  isBackedUp: boolean;
};

/** Why an answer is worth nothing: for the log, never for people. */
export type Refused = { refused: string };

/** Makes sure that a passkey has signed what it was asked to. Whether the challenge is known, and how far
 * a counter has come, is the caller's to judge. */
export type PasskeyVerifier = {
  /**
   * With what a browser is asked to make a passkey.
   * @param given.user.id opaque, up to 64 characters.
   * @param given.excluded those that the person has: a device that holds one refuses to make another.
   */
  creationOptions(given: {
    site: Pick<PasskeySite, "rpId"> & { name: string };
    user: { id: string; name: string; displayName: string };
    challenge: string;
    timeoutMs: number;
    excluded: readonly Pick<PasskeyKey, "id" | "transports">[];
  }): Promise<PasskeyCreation>;
  /** Looks at a passkey that was made. @param given.challenge the one that it was made with. */
  checkCreation(given: {
    site: PasskeySite;
    challenge: string;
    response: CreatedPasskey;
  }): Promise<NewPasskey | Refused>;
  /** Looks at a signature. @param given.isUserVerificationRequired refuses one that nobody was verified for. */
  checkSignature(given: {
    site: PasskeySite;
    challenge: string;
    response: SignedByPasskey;
    passkey: PasskeyKey;
    isUserVerificationRequired: boolean;
  }): Promise<Signature | Refused>;
};
