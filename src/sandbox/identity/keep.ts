type Kept<T> = { value: T; until: number };

/** Things that are kept under a random name for a time. */
export type Keep<T> = {
  /** @returns the name. */
  add(value: T): string;
  find(name: string): T | null;
  /** Gives it once. */
  take(name: string): T | null;
};

/** @param now milliseconds since 1970. */
export const createKeep = <T>(ttlMs: number, now: () => number): Keep<T> => {
  const kept = new Map<string, Kept<T>>();
  const alive = (entry: Kept<T> | undefined) =>
    entry !== undefined && entry.until > now() ? entry.value : null;
  return {
    add: (value) => {
      for (const [name, entry] of kept) if (entry.until <= now()) kept.delete(name);
      const name = Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString("base64url");
      kept.set(name, { value, until: now() + ttlMs });
      return name;
    },
    find: (name) => alive(kept.get(name)),
    take: (name) => {
      const entry = kept.get(name);
      kept.delete(name);
      return alive(entry);
    },
  };
};
