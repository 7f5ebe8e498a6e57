import { z } from "zod";
import { forgetLimits } from "#server/auth/limits.ts";
import { forgetCodes } from "#server/auth/one-time-codes.ts";
import { forgetNonces, forgetProofs } from "#server/auth/proofs.ts";
import type { SystemCtx, Tx } from "#server/context/context.ts";
import { forgetOldAddresses } from "#server/modules/accounts/index.ts";
import { type AuditBreak, type AuditProof, verifyAudit } from "#server/modules/audit/index.ts";
import { forgetPlayWeeks, forgetPresence } from "#server/modules/bridge/index.ts";
import { forgetPending } from "#server/modules/factors/index.ts";
import { notifyAdmins } from "#server/modules/notifications/index.ts";
import { forgetChallenges } from "#server/modules/passkeys/index.ts";
import { forgetUnseenBrowsers } from "#server/modules/push/index.ts";
import { forgetOldPlaces } from "#server/modules/security/index.ts";
import { forgetEndedBans, forgetStruck } from "#server/modules/strikes/index.ts";
import { forgetKeptVotes } from "#server/modules/votes/index.ts";
import { forgetDeliveries } from "#server/modules/webhooks/index.ts";
import { forgetKeys } from "#server/store/idempotency.ts";
import { forgetLeases } from "#server/store/job-runs.ts";
import { readSetting, type Setting, writeSetting } from "#server/store/settings.ts";
import { AUDIT_CHAIN, auditBreakText } from "#shared/admin-messages.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { localTime } from "#shared/rules/local-time.ts";
import type { Job } from "./job-lease.ts";

/** Only what is done once a night needs it. */
export const loadHealth = () => import("#server/modules/health-checks/index.ts");

/** When few people are up. */
const FROM_HOUR = 4;

/** The last day that something was done on, "2026-12-01". */
export const doneOn = (key: string): Setting<string> => ({ key, schema: z.string() });

/**
 * What is done once a night, where the community is.
 * @returns the day to write down once it is done; null where it is too early, or has been done.
 */
export const nightToDo = async (
  { read, clock, config }: SystemCtx,
  done: Setting<string>,
): Promise<string | null> => {
  const { day, time } = localTime(clock.now(), config.community.timezone);
  return Number(time.slice(0, 2)) < FROM_HOUR || (await readSetting(read, done)) === day
    ? null
    : day;
};

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

const verifiedOn = doneOn("audit_verified_on");

/** Tells the Admins, and writes it into the audit itself. */
const notifyOfBreak = async (tx: Tx, { fault, position }: AuditBreak): Promise<void> => {
  await notifyAdmins(tx, {
    subject: AUDIT_CHAIN.brokenSubject,
    message: `${auditBreakText(fault, position)} ${AUDIT_CHAIN.brokenAdvice}`,
    link: "/member/admin/audit",
  });
  await tx.audit({
    action: "audit.chain_broken",
    subject: null,
    after: { position, reason: fault },
  });
};

const notifyOfUnsealed = async (
  tx: Tx,
  { id, at }: NonNullable<AuditProof["oldestUnsealed"]>,
): Promise<void> => {
  await notifyAdmins(tx, {
    subject: AUDIT_CHAIN.unsealedSubject,
    message: AUDIT_CHAIN.unsealed(id, at.toISOString()),
    link: "/member/admin/audit",
  });
};

/**
 * Follows the audit's chain every night, and raises an alarm where it is broken, or where entries
 * have not become part of it.
 */
export const verifyAuditJob = (ctx: SystemCtx): Job => {
  // Just after a start, entries from before it may not be sealed yet; at the second look they must be.
  let wasWaiting = false;
  return {
    name: "verify-audit",
    everyMs: 10 * MINUTE_MS,
    jitterMs: 60_000,
    leased: true,
    async run(signal) {
      const { log } = ctx;
      const day = await nightToDo(ctx, verifiedOn);
      const proof = day === null ? null : await verifyAudit(ctx, signal);
      if (day === null || proof === null) return;
      const { entries, broken, oldestUnsealed, head } = proof;
      if (broken === null && oldestUnsealed !== null && !wasWaiting) {
        wasWaiting = true;
        return;
      }
      if (broken !== null) log.error("audit.chain_broken", broken);
      else log.info("audit.verified", { entries, ...head });
      if (oldestUnsealed !== null) log.error("audit.unsealed", { id: oldestUnsealed.id });
      const { judgeAudit, noteProof } = await loadHealth();
      await ctx.write(async (tx) => {
        if (broken !== null) await notifyOfBreak(tx, broken);
        if (oldestUnsealed !== null) await notifyOfUnsealed(tx, oldestUnsealed);
        await noteProof(tx, "audit", judgeAudit(proof));
        await writeSetting(tx, verifiedOn, day);
      });
      wasWaiting = false;
    },
  };
};
