import { writeAudit } from "#server/auth/audit.ts";
import type { Log } from "#server/log.ts";
import { notifyAdmins } from "#server/modules/notifications/index.ts";
import { type LedgerProof, proveLedger } from "#server/modules/points/index.ts";
import { writeSetting } from "#server/store/settings.ts";
import type { Tx } from "#server/store/store.ts";
import type { Job } from "./job.ts";
import { doneOn, nightToDo, type NightlyDeps } from "./nightly.ts";

type ProofDeps = NightlyDeps & { log: Log };

const provenOn = doneOn("ledger_proven_on");

const numberText = (count: number) => count.toLocaleString("en-US");

/** Tells the Admins, and writes it into the audit. */
const raiseAlarm = async (
  ctx: ProofDeps,
  tx: Tx,
  { entries, broken, firstBrokenId }: LedgerProof,
): Promise<void> => {
  const which = `${numberText(broken)} of its ${numberText(entries)} entries do not follow from the ones before them`;
  await notifyAdmins(ctx.store, tx, ctx.clock, {
    subject: "The points ledger does not add up",
    message: `${which}; the first is number ${firstBrokenId}. Somebody has changed the database by hand, or it is damaged. The log names the accounts.`,
  });
  const entry = { actorId: null, action: "ledger.broken", subject: null } as const;
  await writeAudit(ctx, tx, { ...entry, after: { entries, broken, firstBrokenId } });
};

/** Proves every night that the ledger adds up, and raises an alarm where it does not. */
export const proveLedgerJob = (deps: ProofDeps): Job => ({
  name: "prove-ledger",
  everyMs: 10 * 60_000,
  jitterMs: 60_000,
  leased: true,
  async run(signal) {
    const { store, clock, log } = deps;
    const day = await nightToDo(deps, provenOn);
    if (day === null) return;
    const proof = await proveLedger(deps, signal);
    if (proof === null) return;
    if (proof.broken > 0) {
      const { userIds, ...found } = proof;
      log.error("ledger.broken", { ...found, userIds: userIds.join(" ") });
    }
    await store.write(async (tx) => {
      if (proof.broken > 0) await raiseAlarm(deps, tx, proof);
      await writeSetting(store, tx, clock, provenOn, day);
    });
  },
});
