import type { AuthFailure, MinecraftFailure } from "#shared/constants/accounts.ts";
import type { PasskeyTransport } from "#shared/constants/factors.ts";
import type { CreatedPasskey, PasskeyCreation, SignedByPasskey } from "#shared/schemas/passkeys.ts";

/** How long one question to an identity provider may take, in milliseconds. */
export const IDENTITY_TIMEOUT_MS = 5000;

/** A small picture as it is kept: WebP, at most 64 kB. */
export type Picture = Uint8Array<ArrayBuffer>;

/** An account that somebody has proven to own. Text is cleaned, ids are never numbers. */
export type Identity = {
  externalId: string;
  /** 1 to 50 characters. */
  name: string;
  /** Null where the account has none, or none that could be had: that is no reason to fail. */
  picture: Picture | null;
  /**
   * Names the answer, where the protocol does not make sure that it is good only once: whoever
   * takes the identity keeps this for ten minutes, and refuses one that is kept already.
   */
  nonce: string | null;
};

/** What has to be remembered of a flow that has begun, in the browser that began it. */
export type IdentityFlow = {
  /** Comes back with the answer: only this browser's question may be answered. */
  state: string;
  /** Proves to the provider that whoever redeems the code also asked for it (PKCE); "" without. */
  verifier: string;
};

/** The capability "prove an account elsewhere", whatever protocol the provider speaks. */
export type IdentityProvider = {
  /**
   * Begins a flow.
   * @param callbackUrl absolute address to which the provider sends the browser back.
   * @returns where to send the browser, and what to remember until it comes back.
   */
  begin(callbackUrl: string): { address: string; flow: IdentityFlow };
  /**
   * Ends a flow: redeems the answer and reads who it is. Tokens are forgotten afterwards.
   * @param answer query of the address at which the browser came back.
   * @param callbackUrl the same as at the beginning.
   * @throws {IdentityFailure} in every case but success.
   */
  finish(answer: URLSearchParams, flow: IdentityFlow, callbackUrl: string): Promise<Identity>;
};

/** What people are told: nothing else can be the reason of a failure. */
export type IdentityFailureReason =
  | Exclude<AuthFailure, "limited" | "site_unavailable">
  | MinecraftFailure;

/** What the log is told, and the reason that each of them is. */
const DETAILS = {
  declined: "denied",
  state_mismatch: "expired",
  code_refused: "expired",
  late: "expired", // an answer of another time than now
  forged: "garbage", // an answer that the provider cannot have given
  client_refused: "unavailable", // our id, secret or key, whoever asks
  request_refused: "unavailable", // our callback or scope, or what somebody made of the address
  status: "unavailable",
  unreachable: "unavailable",
  timeout: "unavailable",
  resting: "unavailable", // it has failed so often that it is not asked for a while
  malformed: "garbage",
  xbox_banned: "xboxBanned",
  xbox_guardian: "xboxGuardian",
  xbox_missing: "xboxMissing",
  xbox_terms: "xboxTerms",
  xbox_region: "xboxRegion",
  xbox_age: "xboxAge",
  xbox_playtime: "xboxPlaytime",
  xbox_child: "xboxChild",
  xbox_refused: "xboxRefused",
  no_java_profile: "noJavaProfile",
} as const satisfies Readonly<Record<string, IdentityFailureReason>>;
export type IdentityFailureDetail = keyof typeof DETAILS;

/** Why there is no identity. Carries nothing that came from outside. */
export class IdentityFailure extends Error {
  override readonly name = "IdentityFailure";
  readonly reason: IdentityFailureReason;
  /** @param isProviders true where it is the provider's fault, whoever asks. */
  constructor(
    readonly detail: IdentityFailureDetail,
    readonly isProviders = false,
  ) {
    super(`The account could not be proven: ${detail}.`);
    this.reason = DETAILS[detail];
  }
}

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

/**
 * Whether a password is in data that was stolen from other sites. Whoever is asked learns five of the forty digits of
 * its SHA-1, which hundreds of thousands of passwords share. False where nobody answers in time.
 */
export type PasswordRange = (password: string) => Promise<boolean>;
