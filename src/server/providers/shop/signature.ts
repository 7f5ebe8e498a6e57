import { createHash, createHmac, timingSafeEqual } from "node:crypto";

const HEX = /^[\da-f]{64}$/iu;

/**
 * Whether Tebex has signed exactly these bytes: an HMAC over their hash in hexadecimal
 * [PAY-01].
 */
export const isSignedBy = (body: Uint8Array, signature: string, secret: string): boolean => {
  if (!HEX.test(signature)) return false;
  const digest = createHash("sha256").update(body).digest("hex");
  const expected = createHmac("sha256", secret).update(digest).digest();
  return timingSafeEqual(expected, Buffer.from(signature, "hex"));
};
