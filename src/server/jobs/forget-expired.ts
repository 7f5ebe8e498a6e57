import { forgetLimits } from "#server/auth/limits.ts";
import { forgetCodes } from "#server/auth/one-time-codes.ts";
import { forgetNonces } from "#server/auth/openid-nonces.ts";
import { forgetProofs } from "#server/auth/proofs.ts";
import type { SystemCtx, Tx } from "#server/context/context.ts";
import { forgetOldAddresses } from "#server/modules/accounts/index.ts";
import { forgetPlayWeeks, forgetPresence } from "#server/modules/bridge/index.ts";
import { forgetPending } from "#server/modules/factors/index.ts";
import { forgetChallenges } from "#server/modules/passkeys/index.ts";
import { forgetUnseenBrowsers } from "#server/modules/push/index.ts";
import { forgetOldPlaces } from "#server/modules/security/index.ts";
import { forgetEndedBans, forgetStruck } from "#server/modules/strikes/index.ts";
import { forgetKeptVotes } from "#server/modules/votes/index.ts";
import { forgetDeliveries } from "#server/modules/webhooks/index.ts";
import { forgetKeys } from "#server/store/idempotency.ts";
import { forgetLeases } from "#server/store/leases.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import type { Job } from "./job.ts";

/** Few enough for no visitor to wait for them. */
const ROWS_AT_ONCE = 200;

/** Removes what has run out and is asked for no more: counts of limits, sessions, codes, former addresses, proofs,
 * logins that wait, nonces, keys and leases. */
export const forgetExpiredJob = ({ write, auth: { sessions } }: SystemCtx): Job => {
  const kinds: readonly ((tx: Tx) => Promise<number>)[] = [
    (tx) => forgetLimits(tx, ROWS_AT_ONCE),
    (tx) => sessions.forgetEnded(tx, ROWS_AT_ONCE),
    (tx) => forgetCodes(tx, ROWS_AT_ONCE),
    (tx) => forgetOldAddresses(tx, ROWS_AT_ONCE),
    (tx) => forgetProofs(tx, ROWS_AT_ONCE),
    (tx) => forgetPending(tx, ROWS_AT_ONCE),
    (tx) => forgetChallenges(tx, ROWS_AT_ONCE),
    (tx) => forgetUnseenBrowsers(tx, ROWS_AT_ONCE),
    (tx) => forgetOldPlaces(tx, ROWS_AT_ONCE),
    (tx) => forgetNonces(tx, ROWS_AT_ONCE),
    (tx) => forgetKeys(tx, ROWS_AT_ONCE),
    (tx) => forgetLeases(tx, ROWS_AT_ONCE),
    (tx) => forgetPresence(tx, ROWS_AT_ONCE),
    (tx) => forgetPlayWeeks(tx, ROWS_AT_ONCE),
    (tx) => forgetKeptVotes(tx, ROWS_AT_ONCE),
    (tx) => forgetStruck(tx, ROWS_AT_ONCE),
    (tx) => forgetEndedBans(tx, ROWS_AT_ONCE),
    (tx) => forgetDeliveries(tx, ROWS_AT_ONCE),
  ];
  return {
    name: "forget-expired",
    everyMs: 10 * MINUTE_MS,
    jitterMs: 60_000,
    leased: true,
    async run(signal) {
      for (const forget of kinds)
        while (!signal.aborted && (await write(forget)) === ROWS_AT_ONCE) await Bun.sleep(1);
    },
  };
};
