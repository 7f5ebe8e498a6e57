import type { Clock } from "#server/clock.ts";
import type { Store } from "#server/store/store.ts";
import { type Sessions, createSessions } from "./lucia.ts";
import { keyFor, loadSecret } from "./secrets.ts";
import { type Tokens, createTokens } from "./token.ts";

/** What knows who is signed in. */
export type Auth = {
  readonly sessions: Sessions;
  readonly tokens: Tokens;
  /** @returns the key for a purpose besides tokens, such as "sign-in cookie". */
  keyFor(purpose: string): string;
};

/** @param given.config.sessionSecret null: one is made once and kept in the store. */
export const createAuth = async (given: {
  config: { sessionSecret: string | null };
  store: Store;
  clock: Clock;
}): Promise<Auth> => {
  const { config, store, clock } = given;
  const secret = await loadSecret(store, clock, config.sessionSecret);
  return {
    sessions: createSessions({ store, clock }),
    tokens: createTokens({ key: keyFor(secret, "session token"), clock }),
    keyFor: (purpose) => keyFor(secret, purpose),
  };
};
