import { writeAudit } from "#server/auth/audit.ts";
import type { Log } from "#server/log.ts";
import { type AuditBreak, type AuditProof, verifyAudit } from "#server/modules/audit/index.ts";
import { notifyAdmins } from "#server/modules/notifications/index.ts";
import { writeSetting } from "#server/store/settings.ts";
import type { Tx } from "#server/store/store.ts";
import { AUDIT_CHAIN, auditBreakText } from "#shared/admin-messages.ts";
import type { Job } from "./job.ts";
import { doneOn, nightToDo, type NightlyDeps } from "./nightly.ts";

type VerifyDeps = NightlyDeps & { log: Log };

const verifiedOn = doneOn("audit_verified_on");

/** Tells the Admins, and writes it into the audit itself. */
const tellBroken = async (
  ctx: VerifyDeps,
  tx: Tx,
  { fault, position }: AuditBreak,
): Promise<void> => {
  await notifyAdmins(ctx.store, tx, ctx.clock, {
    subject: AUDIT_CHAIN.brokenSubject,
    message: `${auditBreakText(fault, position)} ${AUDIT_CHAIN.brokenAdvice}`,
  });
  const entry = { actorId: null, action: "audit.chain_broken", subject: null } as const;
  await writeAudit(ctx, tx, { ...entry, after: { position, reason: fault } });
};

const tellUnsealed = async (
  { store, clock }: VerifyDeps,
  tx: Tx,
  { id, at }: NonNullable<AuditProof["oldestUnsealed"]>,
): Promise<void> => {
  await notifyAdmins(store, tx, clock, {
    subject: AUDIT_CHAIN.unsealedSubject,
    message: AUDIT_CHAIN.unsealed(id, at.toISOString()),
  });
};

/**
 * Follows the audit's chain every night, and raises an alarm where it is broken, or where entries
 * have not become part of it.
 */
export const verifyAuditJob = (deps: VerifyDeps): Job => {
  // Just after a start what was written before it may wait: one look later nothing does.
  let wasWaiting = false;
  return {
    name: "verify-audit",
    everyMs: 10 * 60_000,
    jitterMs: 60_000,
    leased: true,
    async run(signal) {
      const { store, clock, log } = deps;
      const day = await nightToDo(deps, verifiedOn);
      const proof = day === null ? null : await verifyAudit(deps, signal);
      if (day === null || proof === null) return;
      const { entries, broken, oldestUnsealed, head } = proof;
      if (broken === null && oldestUnsealed !== null && !wasWaiting) {
        wasWaiting = true;
        return;
      }
      if (broken !== null) log.error("audit.chain_broken", broken);
      else log.info("audit.verified", { entries, ...head });
      if (oldestUnsealed !== null) log.error("audit.unsealed", { id: oldestUnsealed.id });
      await store.write(async (tx) => {
        if (broken !== null) await tellBroken(deps, tx, broken);
        if (oldestUnsealed !== null) await tellUnsealed(deps, tx, oldestUnsealed);
        await writeSetting(store, tx, clock, verifiedOn, day);
      });
      wasWaiting = false;
    },
  };
};
