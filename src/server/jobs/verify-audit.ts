import type { SystemCtx, Tx } from "#server/context/context.ts";
import { type AuditBreak, type AuditProof, verifyAudit } from "#server/modules/audit/index.ts";
import { judgeAudit, noteProof } from "#server/modules/health-checks/index.ts";
import { notifyAdmins } from "#server/modules/notifications/index.ts";
import { writeSetting } from "#server/store/settings.ts";
import { AUDIT_CHAIN, auditBreakText } from "#shared/admin-messages.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import type { Job } from "./job.ts";
import { doneOn, nightToDo } from "./nightly.ts";

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
