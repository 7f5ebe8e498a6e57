import { createEmitter } from "#client/lib/emitter.ts";
import { browserStorage, onStoredElsewhere, type SafeStorage } from "#client/lib/storage.ts";

/** The claims of a session's token that the browser reads; times in seconds. */
export type Claims = { sub: string; sid: string; iat: number; exp: number };

const textOf = (part: string): string => {
  const binary = atob(part.replaceAll("-", "+").replaceAll("_", "/"));
  return new TextDecoder().decode(Uint8Array.from(binary, (char) => char.codePointAt(0) ?? 0));
};

/**
 * Reads a token without checking its signature, which is the server's business.
 * @returns null for anything that is not three parts with whole claims [SESS-02].
 */
export const readClaims = (token: unknown): Claims | null => {
  if (typeof token !== "string") return null;
  const parts = token.split(".");
  const [, payload = ""] = parts;
  if (parts.length !== 3) return null;
  try {
    const claims = JSON.parse(textOf(payload)) as Partial<Claims> | null;
    const { sub, sid, iat, exp } = claims ?? {};
    return typeof sub === "string" &&
      typeof sid === "string" &&
      Number.isFinite(iat) &&
      Number.isFinite(exp)
      ? (claims as Claims)
      : null;
  } catch {
    // Not base64, or not JSON: no token of ours.
    return null;
  }
};

/** True for a token that is malformed or whose end has passed. */
export const isExpired = (token: string, nowMs: number): boolean => {
  const claims = readClaims(token);
  return claims === null || claims.exp < nowMs / 1000;
};

/** True when so much of a token's life has passed that use would prolong the session. */
export const isPastHalf = (token: string, nowMs: number): boolean => {
  const claims = readClaims(token);
  return claims !== null && nowMs / 1000 >= (claims.iat + claims.exp) / 2;
};

const sharesClaim = (name: "sub" | "sid") => (one: string | null, other: string | null) => {
  const claim = readClaims(one)?.[name];
  return claim !== undefined && claim === readClaims(other)?.[name];
};

/** True where both tokens are of one session. */
export const isSameSession = sharesClaim("sid");

/** True where both tokens are of one person. */
export const isSamePerson = sharesClaim("sub");

/** Where the token lies in the browser's local storage [SESS-10]. */
export const TOKEN_KEY = "authToken";
/** A password change ends the old session a moment before this browser is handed the new token. */
const GRACE_MS = 1500;
/** Held while an answer is on its way that may bring another token, in whatever tab. */
const RENEWAL_LOCK = "lynxden-renewal";

const withRenewalLock = <T>(mode: LockMode, work: () => Promise<T>): Promise<T> =>
  "locks" in navigator ? navigator.locks.request(RENEWAL_LOCK, { mode }, work) : work();

export type TokenChange = {
  before: string | null;
  after: string | null;
  /** `refused`: the server no longer takes it. `elsewhere`: another tab changed it. */
  cause: "here" | "refused" | "elsewhere";
};

export type TokenStore = {
  /** By this one it is judged whether a token has run out. */
  clock: ServerClock;
  read: () => string | null;
  /**
   * Hears now what another tab has done to it, which the browser tells a moment later.
   * @returns what this tab took it for until now.
   */
  hear: () => string | null;
  /** Signs in with a token, or signs out with null. */
  put: (token: string | null) => void;
  /**
   * Takes a fresh token that came with the answer to a request that carried `sent`: the one with
   * the greatest `iat` stays. Dropped when that session was signed out meanwhile, in any tab.
   */
  offer: (fresh: string, sent: string) => void;
  /** Signs out unless another token stands in the place of the one that the server refused. */
  refuse: (sent: string) => void;
  /** Does what may end the session and be answered with the next one's token. */
  renewing: <T>(work: () => Promise<T>) => Promise<T>;
  /**
   * The token as soon as it is another than `sent`; `sent` itself when none has come for a moment,
   * which begins anew when the answers that may bring one are there.
   */
  settled: (sent: string) => Promise<string | null>;
  /** Tells of every change, in whatever tab. */
  subscribe: (listener: (change: TokenChange) => void) => () => void;
};

/**
 * Keeps the token, which all tabs of the browser share.
 * @param graceMs how long a refused token may still be replaced.
 */
export const createTokenStore = (
  storage: SafeStorage = browserStorage,
  graceMs = GRACE_MS,
): TokenStore => {
  const changes = createEmitter<TokenChange>();
  const read = () => storage.getItem(TOKEN_KEY);
  let known = read();
  const notice = (cause: TokenChange["cause"]) => {
    const before = known;
    known = read();
    if (before !== known) changes.emit({ before, after: known, cause });
  };
  const write = (token: string | null, cause: TokenChange["cause"]) => {
    if (token === null) storage.removeItem(TOKEN_KEY);
    else storage.setItem(TOKEN_KEY, token);
    notice(cause);
  };

  if (typeof window !== "undefined") {
    onStoredElsewhere((key) => {
      // No key: another tab emptied the storage.
      if (key === TOKEN_KEY || key === null) notice("elsewhere");
    });
    // What happened while the browser kept the page for its back button was told to nobody here.
    window.addEventListener("pageshow", () => notice("elsewhere"));
  }

  return {
    clock: createServerClock(storage),
    read,
    hear: () => {
      const before = known;
      notice("elsewhere");
      return before;
    },
    subscribe: changes.subscribe,
    put: (token) => write(token, "here"),
    offer: (fresh, sent) => {
      const kept = read();
      if (kept === null || !(isSameSession(kept, sent) || isSameSession(kept, fresh))) return;
      const keptAt = readClaims(kept)?.iat ?? 0;
      if ((readClaims(fresh)?.iat ?? -1) >= keptAt) write(fresh, "here");
    },
    refuse: (sent) => {
      if (read() === sent) write(null, "refused");
    },
    renewing: (work) => withRenewalLock("shared", work),
    settled: (sent) =>
      new Promise((resolve) => {
        if (read() !== sent) {
          resolve(read());
          return;
        }
        let timer: ReturnType<typeof setTimeout> | undefined;
        const settle = () => {
          clearTimeout(timer);
          leave();
          resolve(read());
        };
        const leave = changes.subscribe(settle);
        const giveUpSoon = () => {
          timer = setTimeout(settle, graceMs);
        };
        withRenewalLock("exclusive", () => Promise.resolve()).then(giveUpSoon, giveUpSoon);
      }),
  };
};

/** Where the difference lies that the last page has seen, in milliseconds; only where it matters. */
export const CLOCK_KEY = "clockOffset";
/** Clocks of computers differ by seconds, and nobody's session depends on those. */
const NOTED_FROM_MS = 60_000;

export type ServerClock = {
  /** The server's time, as far as it is known, in milliseconds. */
  nowMs: () => number;
  /**
   * Takes the server's time from an answer.
   * @param date its `Date` header.
   * @param sentAtMs when it was asked for, by the browser's clock.
   */
  note: (date: string | null, sentAtMs: number) => void;
};

/** The browser's clock, put right by the server's answers [SESS-14]. */
export const createServerClock = (storage: SafeStorage): ServerClock => {
  let offsetMs: number | null = null;
  // From an earlier page, and the clock may have been put right since: it never makes it later.
  const earlierMs = Math.min(0, Number(storage.getItem(CLOCK_KEY)) || 0);
  return {
    nowMs: () => Date.now() + (offsetMs ?? earlierMs),
    note: (date, sentAtMs) => {
      const atMs = Date.parse(date ?? "");
      const nowMs = Date.now();
      // Where the clock was set, or the computer slept, in between, the answer says nothing.
      if (Number.isNaN(atMs) || Math.abs(nowMs - sentAtMs) >= NOTED_FROM_MS) return;
      offsetMs = atMs - nowMs;
      if (Math.abs(offsetMs) >= NOTED_FROM_MS) storage.setItem(CLOCK_KEY, String(offsetMs));
      else if (storage.getItem(CLOCK_KEY) !== null) storage.removeItem(CLOCK_KEY);
    },
  };
};
