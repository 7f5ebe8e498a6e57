import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const ALGORITHM = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

const keyOf = (key: string) => Buffer.from(key, "hex");

/**
 * Encrypts a text with AES-256-GCM.
 * @param key 32 bytes in hexadecimal, as `auth.lastingKeyFor` gives it.
 * @param boundTo what it belongs to, such as a user's id: nobody can put it anywhere else.
 * @returns IV, tag and ciphertext, in characters that an address carries as they are.
 */
export const encrypt = (key: string, text: string, boundTo: string): string => {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, keyOf(key), iv).setAAD(Buffer.from(boundTo));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
};

/** @returns null where it was encrypted with another key, belongs to something else or was changed. */
export const decrypt = (key: string, encrypted: string, boundTo: string): string | null => {
  const bytes = Buffer.from(encrypted, "base64url");
  if (bytes.length < IV_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(ALGORITHM, keyOf(key), bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    const body = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
    return Buffer.concat([body, decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
};
