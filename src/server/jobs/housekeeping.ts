import { z } from "zod";
import { forgetLimits } from "#server/auth/limits.ts";
import { forgetCodes } from "#server/auth/one-time-codes.ts";
import { forgetNonces, forgetProofs } from "#server/auth/proofs.ts";
import type { SystemCtx, Tx } from "#server/context/context.ts";
import { forgetOldAddresses } from "#server/modules/accounts/index.ts";
import { type AuditBreak, type AuditProof, verifyAudit } from "#server/modules/audit/index.ts";
import { type BackUp, backUpWhenDue } from "#server/modules/backups/index.ts";
import { forgetPlayWeeks, forgetPresence } from "#server/modules/bridge/index.ts";
import { forgetPending } from "#server/modules/factors/index.ts";
import { notifyAdmins } from "#server/modules/notifications/index.ts";
import { forgetChallenges } from "#server/modules/passkeys/index.ts";
import { forgetUnseenBrowsers } from "#server/modules/push/index.ts";
import { forgetOldPlaces } from "#server/modules/security/index.ts";
import { forgetEndedBans, forgetStruck } from "#server/modules/strikes/index.ts";
import { forgetKeptVotes } from "#server/modules/votes/index.ts";
import { forgetDeliveries } from "#server/modules/webhooks/index.ts";
import type { Breakers } from "#server/providers/breaker.ts";
import { forgetKeys } from "#server/store/idempotency.ts";
import { forgetLeases } from "#server/store/job-runs.ts";
import { readSetting, type Setting, writeSetting } from "#server/store/settings.ts";
import type { Outage } from "#server/store/trouble.ts";
import { AUDIT_CHAIN, auditBreakText, OUTAGE, PROVIDER_TROUBLE } from "#shared/admin-messages.ts";
import { type Provider, PROVIDERS } from "#shared/constants/health.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { dateFormat } from "#shared/rules/format.ts";
import { localTime } from "#shared/rules/local-time.ts";
import type { Job } from "./job-lease.ts";

/** What is over sooner is nothing that an Admin could do anything about. */
const NOTIFY_AFTER_MS = 5 * MINUTE_MS;

/** What Admins were last told of a provider, and when. */
const noticeSchema = z.object({ word: z.enum(["down", "refused", "well"]), at: z.iso.datetime() });
type Notice = z.infer<typeof noticeSchema>;

const noticeSettingOf = (provider: Provider): Setting<Notice> => ({
  key: `provider_told.${provider}`,
  schema: noticeSchema,
});

/** What there is to be told, given what was; null for nothing. */
const nextNotice = (
  { since, retryAt, lastSuccessAt, refusedSince }: ReturnType<Breakers[Provider]["report"]>,
  known: Notice | null,
  now: Date,
): Notice["word"] | null => {
  const noticeAt = known === null ? null : new Date(known.at);
  // Told once, whoever finds it: what is configured gets no better by itself.
  if (refusedSince !== null) return known?.word === "refused" ? null : "refused";
  if (retryAt !== null && since !== null) {
    const isLong = now.getTime() - since.getTime() >= NOTIFY_AFTER_MS;
    // One that began before the last news is part of what is known: another instance told it.
    return isLong && (noticeAt === null || since > noticeAt) ? "down" : null;
  }
  if (known === null || known.word === "well" || noticeAt === null) return null;
  return lastSuccessAt !== null && lastSuccessAt > noticeAt ? "well" : null;
};

/**
 * Tells the Admins once when a provider has failed for minutes, and once when it is well again,
 * whichever of the instances comes first.
 */
export const watchProvidersJob = ({ read, write, clock, breakers }: SystemCtx): Job => {
  const watch = async (provider: Provider) => {
    const report = breakers[provider].report();
    const now = clock.now();
    // Most of the time nothing has ever failed since the start, and there is nothing to look up.
    const { since, lastSuccessAt, refusedSince } = report;
    if (since === null && lastSuccessAt === null && refusedSince === null) return;
    const setting = noticeSettingOf(provider);
    if (nextNotice(report, await readSetting(read, setting), now) === null) return;
    await write(async (tx) => {
      const word = nextNotice(report, await readSetting(tx, setting), now);
      if (word === null) return;
      await notifyAdmins(tx, {
        ...PROVIDER_TROUBLE[word](provider),
        link: "/member/admin/providers",
      });
      await writeSetting(tx, setting, { word, at: now.toISOString() });
    });
  };
  return {
    name: "watch-providers",
    everyMs: 30_000,
    leased: false,
    run: async () => {
      for (const provider of PROVIDERS) await watch(provider);
    },
  };
};

/** What comes sooner after the last news is told with the next. */
const NOTIFY_EVERY_MS = 10 * MINUTE_MS;
/** The end of the last outage that Admins know of. */
const notifiedUntil = { key: "outage_told_until", schema: z.iso.datetime() };

const momentText = (at: Date, timeZone: string) =>
  dateFormat({
    dateStyle: "long",
    timeStyle: "long",
    timeZone,
  })(at);

/** Tells the Admins once, whichever of the instances that all saw it comes first. */
const notifyOfOutage = async (ctx: SystemCtx, { from, until, trouble }: Outage): Promise<void> => {
  const { config } = ctx;
  const { timezone } = config.community;
  await ctx.write(async (tx) => {
    const known = await readSetting(tx, notifiedUntil);
    if (known !== null && new Date(known) >= from) return;
    await notifyAdmins(tx, {
      subject: OUTAGE.subject,
      message: OUTAGE.message(
        momentText(from, timezone),
        momentText(until, timezone),
        OUTAGE.reasons[trouble],
      ),
    });
    await writeSetting(tx, notifiedUntil, until.toISOString());
  });
};

/**
 * Where the database could not be used: tries to write again until that succeeds, and then tells the
 * Admins from when to when nothing could be saved. While all is well it asks for nothing.
 */
export const watchStoreJob = (ctx: SystemCtx): Job => {
  const { clock, health, outages } = ctx;
  let notifiedAtMs = Number.NEGATIVE_INFINITY;
  return {
    name: "watch-store",
    everyMs: 2000,
    leased: false,
    async run() {
      if (outages.isOpen() && (await health.check()) === "ok") outages.written();
      const outage = outages.unreported();
      if (outage === null || clock.now().getTime() - notifiedAtMs < NOTIFY_EVERY_MS) return;
      await notifyOfOutage(ctx, outage);
      outages.markReported(outage);
      notifiedAtMs = clock.now().getTime();
    },
  };
};

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

/** A start has enough to do, and one that ends soon needs none. */
const BACKUP_AFTER_START_MS = 2 * MINUTE_MS;

/** Looks every minute whether a backup is due, and makes it. */
export const makeBackupJob = (ctx: SystemCtx, backUp: BackUp): Job => {
  const startedAtMs = ctx.clock.now().getTime();
  return {
    name: "make-backup",
    everyMs: MINUTE_MS,
    leased: true,
    run: async (signal) => {
      if (ctx.clock.now().getTime() - startedAtMs < BACKUP_AFTER_START_MS) return;
      await backUpWhenDue(ctx, backUp, signal);
    },
  };
};
