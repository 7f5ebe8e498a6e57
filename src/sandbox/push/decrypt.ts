import { createDecipheriv, createECDH, hkdfSync } from "node:crypto";

/** What a browser keeps for itself: its private key and the secret that it shares with the site. */
export type BrowserKeys = { privateKey: Buffer; publicKey: Buffer; auth: Buffer };

const CURVE = "prime256v1";
const [SALT_BYTES, KEY_BYTES, TAG_BYTES, HEAD_BYTES] = [16, 65, 16, 21];

/** Keys as a browser makes them when it subscribes. */
export const makeBrowserKeys = (): BrowserKeys => {
  const curve = createECDH(CURVE);
  const publicKey = curve.generateKeys();
  const auth = Buffer.from(crypto.getRandomValues(new Uint8Array(16)));
  return { privateKey: curve.getPrivateKey(), publicKey, auth };
};

const derive = (secret: Uint8Array, salt: Uint8Array, info: Uint8Array | string, bytes: number) =>
  Buffer.from(hkdfSync("sha256", secret, salt, info, bytes));

/** A record ends with the last 2 before its zeros. */
const withoutPadding = (record: Buffer): Buffer => {
  let end = record.length - 1;
  while (end >= 0 && record[end] === 0) end -= 1;
  if (record[end] !== 2) throw new Error("The record does not end as the last one does.");
  return record.subarray(0, end);
};

/**
 * Decrypts what a site sends (RFC 8188 and 8291).
 * @returns the text that the service worker would get.
 * @throws where it is not encrypted for this browser.
 */
export const decryptPush = (body: Uint8Array, browser: BrowserKeys): string => {
  const bytes = Buffer.from(body);
  const salt = bytes.subarray(0, SALT_BYTES);
  const recordBytes = bytes.readUInt32BE(SALT_BYTES);
  if (bytes[HEAD_BYTES - 1] !== KEY_BYTES)
    throw new Error("The sender's key is no point of P-256.");
  const sender = bytes.subarray(HEAD_BYTES, HEAD_BYTES + KEY_BYTES);
  const record = bytes.subarray(HEAD_BYTES + KEY_BYTES);
  if (record.length > recordBytes) throw new Error("There is more than one record.");
  const curve = createECDH(CURVE);
  curve.setPrivateKey(browser.privateKey);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), browser.publicKey, sender]);
  const key = derive(curve.computeSecret(sender), browser.auth, info, 32);
  const contentKey = derive(key, salt, "Content-Encoding: aes128gcm\0", 16);
  const nonce = derive(key, salt, "Content-Encoding: nonce\0", 12);
  const decipher = createDecipheriv("aes-128-gcm", contentKey, nonce);
  decipher.setAuthTag(record.subarray(record.length - TAG_BYTES));
  const sealed = record.subarray(0, record.length - TAG_BYTES);
  return withoutPadding(Buffer.concat([decipher.update(sealed), decipher.final()])).toString();
};
