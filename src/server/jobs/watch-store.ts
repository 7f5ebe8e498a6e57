import { z } from "zod";
import type { SystemCtx } from "#server/context/context.ts";
import { notifyAdmins } from "#server/modules/notifications/index.ts";
import type { Outage } from "#server/store/outages.ts";
import { readSetting, writeSetting } from "#server/store/settings.ts";
import { OUTAGE } from "#shared/admin-messages.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { dateFormat } from "#shared/rules/format.ts";
import type { Job } from "./job.ts";

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
