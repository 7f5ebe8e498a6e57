import { forgetLimits } from "#server/auth/limits.ts";
import type { Sessions } from "#server/auth/lucia.ts";
import { forgetCodes } from "#server/auth/one-time-codes.ts";
import { forgetNonces } from "#server/auth/openid-nonces.ts";
import { forgetProofs } from "#server/auth/proofs.ts";
import type { Clock } from "#server/clock.ts";
import { forgetPresence } from "#server/modules/bridge/index.ts";
import { forgetLeases } from "#server/store/leases.ts";
import { forgetKeptVotes } from "#server/modules/votes/index.ts";
import { forgetKeys } from "#server/store/idempotency.ts";
import type { Store, Tx } from "#server/store/store.ts";
import type { Job } from "./job.ts";

/** Few enough for no visitor to wait for them. */
const ROWS_AT_ONCE = 200;

/** Removes what has run out and is asked for no more: counts of limits, sessions, codes, proofs,
 * nonces, keys and leases. */
export const forgetExpiredJob = ({
  store,
  clock,
  auth: { sessions },
}: {
  store: Store;
  clock: Clock;
  auth: { sessions: Pick<Sessions, "forgetEnded"> };
}): Job => {
  const kinds: readonly ((tx: Tx) => Promise<number>)[] = [
    (tx) => forgetLimits(store, tx, clock, ROWS_AT_ONCE),
    (tx) => sessions.forgetEnded(tx, ROWS_AT_ONCE),
    (tx) => forgetCodes(store, tx, clock, ROWS_AT_ONCE),
    (tx) => forgetProofs(store, tx, clock, ROWS_AT_ONCE),
    (tx) => forgetNonces(store, tx, clock, ROWS_AT_ONCE),
    (tx) => forgetKeys(store, tx, clock, ROWS_AT_ONCE),
    (tx) => forgetLeases(store, tx, clock, ROWS_AT_ONCE),
    (tx) => forgetPresence(store, tx, clock, ROWS_AT_ONCE),
    (tx) => forgetKeptVotes(store, tx, clock, ROWS_AT_ONCE),
  ];
  return {
    name: "forget-expired",
    everyMs: 10 * 60_000,
    jitterMs: 60_000,
    leased: true,
    async run(signal) {
      for (const forget of kinds)
        while (!signal.aborted && (await store.write(forget)) === ROWS_AT_ONCE) await Bun.sleep(1);
    },
  };
};
