import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type {
  CreatedPasskey,
  PasskeyCreation,
  PasskeyRequest,
  SignedByPasskey,
} from "#shared/schemas/passkeys.ts";

/** Flags of what an authenticator signs (WebAuthn, 6.1). */
const PRESENT = 1;
const VERIFIED = 4;
const SYNCABLE = 8;
const BACKED_UP = 16;
const HAS_KEY = 64;

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const encoded = (data: Uint8Array | string) => Buffer.from(data).toString("base64url");

/** A CBOR byte string of 256 to 65,535 bytes, or of fewer than 256. */
const byteString = (data: Uint8Array) => {
  const head =
    data.length < 256 ? [0x58, data.length] : [0x59, data.length >> 8, data.length & 255];
  return Buffer.concat([Buffer.from(head), data]);
};
const text = (words: string) =>
  Buffer.concat([Buffer.from([0x60 + words.length]), Buffer.from(words)]);

/** The public half of an ES256 key, as COSE: `{1: 2, 3: -7, -1: 1, -2: x, -3: y}`. */
const coseOf = ({ x = "", y = "" }: { x?: string; y?: string }) =>
  Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    byteString(Buffer.from(x, "base64url")),
    Buffer.from([0x22]),
    byteString(Buffer.from(y, "base64url")),
  ]);

/** `{fmt: "none", attStmt: {}, authData}`. */
const attestationOf = (authData: Buffer) =>
  Buffer.concat([
    Buffer.from([0xa3]),
    text("fmt"),
    text("none"),
    text("attStmt"),
    Buffer.from([0xa0]),
    text("authData"),
    byteString(authData),
  ]);

/** What a test makes wrong of an answer, or of who gives it. */
type Wrong = {
  origin?: string;
  rpId?: string;
  type?: string;
  challenge?: string;
  userHandle?: string;
  /** In place of the next one. */
  counter?: number;
  isVerified?: boolean;
};

/**
 * A device that holds one passkey, by the letter of WebAuthn: ES256, and no certificate.
 * @param given.origin of the page that asks it.
 * @param given.counts whether its passkey counts how often it signs; one that is synced does not.
 */
export const softwareAuthenticator = (given: { origin: string; counts?: boolean }) => {
  const { origin, counts = true } = given;
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  let userHandle = "";
  let counter = 0;

  const clientData = (type: string, challenge: string, wrong: Wrong) =>
    Buffer.from(
      JSON.stringify({
        type: wrong.type ?? type,
        challenge: wrong.challenge ?? challenge,
        origin: wrong.origin ?? origin,
        crossOrigin: false,
      }),
    );

  const authData = (rpId: string, wrong: Wrong, key: Buffer = Buffer.alloc(0)) => {
    counter += counts ? 1 : 0;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(wrong.counter ?? counter);
    const flags =
      PRESENT |
      ((wrong.isVerified ?? true) ? VERIFIED : 0) |
      (counts ? 0 : SYNCABLE | BACKED_UP) |
      (key.length > 0 ? HAS_KEY : 0);
    return Buffer.concat([sha256(wrong.rpId ?? rpId), Buffer.from([flags]), count, key]);
  };

  return {
    id: encoded(id),
    make: ({ challenge, rp, user }: PasskeyCreation, wrong: Wrong = {}): CreatedPasskey => {
      userHandle = user.id;
      const idLength = Buffer.from([0, id.length]);
      const key = coseOf(publicKey.export({ format: "jwk" }));
      const made = Buffer.concat([Buffer.alloc(16), idLength, id, key]);
      return {
        id: encoded(id),
        rawId: encoded(id),
        type: "public-key",
        response: {
          clientDataJSON: encoded(clientData("webauthn.create", challenge, wrong)),
          attestationObject: encoded(attestationOf(authData(rp.id, wrong, made))),
          transports: ["internal", "something new"],
        },
      };
    },
    sign: ({ challenge, rpId }: PasskeyRequest, wrong: Wrong = {}): SignedByPasskey => {
      const client = clientData("webauthn.get", challenge, wrong);
      const data = authData(rpId, wrong);
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey);
      return {
        id: encoded(id),
        rawId: encoded(id),
        type: "public-key",
        response: {
          clientDataJSON: encoded(client),
          authenticatorData: encoded(data),
          signature: encoded(signature),
          userHandle: wrong.userHandle ?? userHandle,
        },
      };
    },
  };
};
export type SoftwareAuthenticator = ReturnType<typeof softwareAuthenticator>;
