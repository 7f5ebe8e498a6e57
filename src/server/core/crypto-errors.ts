/**
 * Drops what a failed key or signature has left behind. BoringSSL keeps its errors in a list for each thread, and
 * Bun 1.4.5 does not empty it where WebCrypto refuses a key: the next HMAC of the thread, which may be anybody's,
 * would throw that error. Called after whatever reads keys or signatures of strangers.
 */
export const dropCryptoErrors = (): void => {
  try {
    new Bun.CryptoHasher("sha256", "a").update("").digest();
  } catch {
    // It was somebody else's, and is gone now.
  }
};
