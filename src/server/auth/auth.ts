import type { Clock } from "#server/core/clock.ts";
import type { Store, StoreTx } from "#server/store/store.ts";
import { type EndedSessions, type Sessions, createSessions } from "./lucia.ts";
import { keyFor, loadLastingSecret, loadSecret } from "./secrets.ts";
import { type Tokens, createTokens } from "./token.ts";

/** What knows who is signed in. */
export type Auth = {
  readonly sessions: Sessions;
  readonly tokens: Tokens;
  /** @returns the key for a purpose besides tokens, such as "sign-in cookie". */
  keyFor(purpose: string): string;
  /** The same of a secret that always stands in the store: what was hashed with it stays known. */
  lastingKeyFor(purpose: string): string;
};

/**
 * @param given.config.sessionSecret null: one is made once and kept in the store.
 * @param given.idleMs how long a session lives without use.
 * @param given.onSessionsEnded what is forgotten with sessions that somebody ends, in the same transaction; not with
 *   those that run out.
 */
export const createAuth = async (given: {
  config: { sessionSecret: string | null };
  store: Store;
  clock: Clock;
  idleMs?: number;
  onSessionsEnded?: (tx: StoreTx, ended: EndedSessions) => Promise<void>;
}): Promise<Auth> => {
  const { config, store, clock, idleMs, onSessionsEnded: onEnded } = given;
  const secret = await loadSecret(store, clock, config.sessionSecret);
  const lasting = await loadLastingSecret(store, clock);
  return {
    sessions: createSessions({ store, clock, idleMs, onEnded }),
    tokens: createTokens({ key: keyFor(secret, "session token"), clock }),
    keyFor: (purpose) => keyFor(secret, purpose),
    lastingKeyFor: (purpose) => keyFor(lasting, purpose),
  };
};
