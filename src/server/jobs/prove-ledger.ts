import { z } from "zod";
import { writeAudit } from "#server/auth/audit.ts";
import type { Clock } from "#server/clock.ts";
import type { Config } from "#server/config.ts";
import type { Log } from "#server/log.ts";
import { notifyAdmins } from "#server/modules/notifications/index.ts";
import { type LedgerProof, proveLedger } from "#server/modules/points/index.ts";
import { readSetting, writeSetting } from "#server/store/settings.ts";
import type { Store, Tx } from "#server/store/store.ts";
import type { Job } from "./job.ts";

type ProofDeps = {
  store: Store;
  clock: Clock;
  log: Log;
  config: { community: Pick<Config["community"], "timezone"> };
};

/** When few people are up. */
const FROM_HOUR = 4;
/** The last day that was proven, "2026-12-01". */
const provenOn = { key: "ledger_proven_on", schema: z.string() };

/** Day and hour where the community is. */
const localTime = (now: Date, timeZone: string) => {
  // Swedish writes a moment as ISO does.
  const format = { dateStyle: "short", timeStyle: "short", timeZone } as const;
  const [day = "", time = ""] = new Intl.DateTimeFormat("sv-SE", format).format(now).split(" ");
  return { day, hour: Number(time.slice(0, 2)) };
};

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
    const { store, clock, log, config } = deps;
    const { day, hour } = localTime(clock.now(), config.community.timezone);
    if (hour < FROM_HOUR || (await readSetting(store, provenOn)) === day) return;
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
