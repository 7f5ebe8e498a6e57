/**
 * A key under which the server does something once, however often it is sent. Random, 32 characters.
 * `crypto.randomUUID` is missing on pages that are served over plain http.
 */
export const newOnceKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
