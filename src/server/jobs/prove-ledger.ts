import type { SystemCtx, Tx } from "#server/context/context.ts";
import { judgeLedger, noteProof } from "#server/modules/health-checks/index.ts";
import { notifyAdmins } from "#server/modules/notifications/index.ts";
import { type LedgerProof, proveLedger } from "#server/modules/points/index.ts";
import { writeSetting } from "#server/store/settings.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { LEDGER_ALARM } from "#shared/points-messages.ts";
import { numberText } from "#shared/rules/format.ts";
import type { Job } from "./job.ts";
import { doneOn, nightToDo } from "./nightly.ts";

const provenOn = doneOn("ledger_proven_on");

/** Tells the Admins, and writes it into the audit. */
const raiseAlarm = async (
  tx: Tx,
  { entries, broken, firstBrokenId }: LedgerProof,
): Promise<void> => {
  await notifyAdmins(tx, {
    subject: LEDGER_ALARM.subject,
    message: LEDGER_ALARM.message(numberText(broken), numberText(entries), firstBrokenId),
  });
  await tx.audit({
    action: "ledger.broken",
    subject: null,
    after: { entries, broken, firstBrokenId },
  });
};

/** Proves every night that the ledger adds up, and raises an alarm where it does not. */
export const proveLedgerJob = (ctx: SystemCtx): Job => ({
  name: "prove-ledger",
  everyMs: 10 * MINUTE_MS,
  jitterMs: 60_000,
  leased: true,
  async run(signal) {
    const { log } = ctx;
    const day = await nightToDo(ctx, provenOn);
    if (day === null) return;
    const proof = await proveLedger(ctx, signal);
    if (proof === null) return;
    if (proof.broken > 0) {
      const { entries, broken, firstBrokenId } = proof;
      // Whose lines they are stands in Health: the log names nobody [OPS-04].
      log.error("ledger.broken", { entries, broken, firstBrokenId });
    }
    await ctx.write(async (tx) => {
      if (proof.broken > 0) await raiseAlarm(tx, proof);
      await noteProof(tx, "ledger", judgeLedger(proof));
      await writeSetting(tx, provenOn, day);
    });
  },
});
