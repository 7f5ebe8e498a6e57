import { createECDH } from "node:crypto";

const CURVE = "prime256v1";
const PRIVATE_BYTES = 32;

/** By which the site shows push services who it is, in base64url. */
export type VapidKey = { publicKey: string; privateKey: string };

/** Makes the private half, in base64url. */
export const makeVapidKey = (): string => {
  const curve = createECDH(CURVE);
  curve.generateKeys();
  // Without its leading zeros it would be another length.
  return Buffer.from(curve.getPrivateKey("hex").padStart(2 * PRIVATE_BYTES, "0"), "hex").toString(
    "base64url",
  );
};

/** @throws where it is no private key of the curve P-256. */
export const vapidKeyOf = (privateKey: string): VapidKey => {
  const curve = createECDH(CURVE);
  curve.setPrivateKey(Buffer.from(privateKey, "base64url"));
  return { privateKey, publicKey: curve.getPublicKey().toString("base64url") };
};
