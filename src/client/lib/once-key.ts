import { useState } from "react";

/**
 * A key under which the server does something once, however often it is sent. Random, 32 characters.
 * `crypto.randomUUID` is missing on pages that are served over plain http.
 */
export const newOnceKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");

/** Keys for what a form sends: the same as long as that is the same, however often it is tried. */
export const useOnceKeys = (): ((input: object) => string) => {
  const [keyOf] = useState(() => {
    let sent: { content: string; key: string } | null = null;
    return (input: object) => {
      const content = JSON.stringify(input);
      if (sent?.content !== content) sent = { content, key: newOnceKey() };
      return sent.key;
    };
  });
  return keyOf;
};
