/** Keeps text under keys, as the browser does; may throw where that denies it. */
type RawStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** The same, but it never throws: what the browser refuses to keep lasts as long as the page. */
export type SafeStorage = {
  getItem: (key: string) => string | null;
  /** @returns false where the browser did not keep it: denied, or full. */
  setItem: (key: string, text: string) => boolean;
  removeItem: (key: string) => void;
};

/**
 * Guards a storage of the browser.
 * @param open asked at every use: some browsers throw as soon as the storage is named, and on the
 *   server there is none.
 */
export const safeStorage = (open: () => RawStorage): SafeStorage => {
  const refused = new Map<string, string>();
  const attempt = <Result>(work: (storage: RawStorage) => Result, otherwise: Result): Result => {
    try {
      return work(open());
    } catch {
      return otherwise;
    }
  };
  return {
    getItem: (key) => refused.get(key) ?? attempt((storage) => storage.getItem(key), null),
    setItem: (key, text) => {
      const isKept = attempt((storage) => {
        storage.setItem(key, text);
        return true;
      }, false);
      if (isKept) refused.delete(key);
      else refused.set(key, text);
      return isKept;
    },
    removeItem: (key) => {
      refused.delete(key);
      attempt((storage) => storage.removeItem(key), undefined);
    },
  };
};

/** Shared by all tabs, and kept when the browser is closed. */
export const browserStorage = safeStorage(() => localStorage);

/** Of this tab alone; it outlives a reload. */
export const tabStorage = safeStorage(() => sessionStorage);

/**
 * Tells which key of `browserStorage` another tab has changed; null where it emptied all of it.
 * @returns a function that ends it.
 */
export const onStoredElsewhere = (listener: (key: string | null) => void): (() => void) => {
  const listen = ({ key }: StorageEvent) => listener(key);
  window.addEventListener("storage", listen);
  return () => window.removeEventListener("storage", listen);
};

/** What a text that was stored stands for; null for what is no JSON, such as an old build's. */
export const parseStored = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
};

/** Where `kept.ts` keeps what a member has read. */
export const MEMBER_CACHE = "lynxden-kept-member";

/** Forgets what was kept of members. Never rejects: some browsers keep nothing at all. */
export const forgetKept = async (): Promise<void> => {
  try {
    await caches.delete(MEMBER_CACHE);
  } catch {
    // Nothing was kept.
  }
};
