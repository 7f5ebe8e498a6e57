/** What is used most, by a key: beyond `max` entries the one that was used longest ago gives way. */
export type LruMap<Key, Value> = {
  /** Counts as a use. */
  get: (key: Key) => Value | undefined;
  set: (key: Key, value: Value) => void;
  delete: (key: Key) => void;
  /** Drops all of them. */
  clear: () => void;
};

/** @param onDropped is called with what gives way, and with what `clear` drops. */
export const createLruMap = <Key, Value>(
  max: number,
  onDropped: (value: Value) => void = () => {},
): LruMap<Key, Value> => {
  const entries = new Map<Key, Value>();
  const put = (key: Key, value: Value) => {
    entries.delete(key);
    entries.set(key, value);
  };
  return {
    get(key) {
      const value = entries.get(key);
      if (value !== undefined) put(key, value);
      return value;
    },
    set(key, value) {
      put(key, value);
      const [oldest] = entries;
      if (entries.size <= max || oldest === undefined) return;
      entries.delete(oldest[0]);
      onDropped(oldest[1]);
    },
    delete: (key) => void entries.delete(key),
    clear() {
      for (const value of entries.values()) onDropped(value);
      entries.clear();
    },
  };
};
