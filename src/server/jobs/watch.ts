import { z } from "zod";
import type { SystemCtx } from "#server/context/context.ts";
import { notifyAdmins } from "#server/modules/notifications/index.ts";
import type { Breakers } from "#server/providers/breaker.ts";
import type { Outage } from "#server/store/outages.ts";
import { readSetting, type Setting, writeSetting } from "#server/store/settings.ts";
import { OUTAGE, PROVIDER_TROUBLE } from "#shared/admin-messages.ts";
import { type Provider, PROVIDERS } from "#shared/constants/health.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { dateFormat } from "#shared/rules/format.ts";
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
