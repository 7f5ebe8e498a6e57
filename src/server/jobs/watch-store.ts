import { z } from "zod";
import type { Clock } from "#server/clock.ts";
import type { Config } from "#server/config.ts";
import type { Health } from "#server/health.ts";
import { notifyAdmins } from "#server/modules/notifications/index.ts";
import type { Outage, Outages } from "#server/outages.ts";
import { readSetting, writeSetting } from "#server/store/settings.ts";
import type { Store } from "#server/store/store.ts";
import { OUTAGE } from "#shared/admin-messages.ts";
import type { Job } from "./job.ts";

type WatchDeps = {
  store: Store;
  clock: Clock;
  health: Health;
  outages: Outages;
  config: { community: Pick<Config["community"], "timezone"> };
};

/** What comes sooner after the last news is told with the next. */
const TOLD_EVERY_MS = 10 * 60_000;
/** The end of the last outage that Admins know of. */
const toldUntil = { key: "outage_told_until", schema: z.iso.datetime() };

const momentText = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat("en-US", {
    dateStyle: "long",
    timeStyle: "long",
    timeZone,
  }).format(at);

/** Tells the Admins once, whichever of the instances that all saw it comes first. */
const tellAdmins = async (deps: WatchDeps, { from, until, trouble }: Outage): Promise<void> => {
  const { store, clock, config } = deps;
  const { timezone } = config.community;
  await store.write(async (tx) => {
    const known = await readSetting(store, toldUntil, tx);
    if (known !== null && new Date(known) >= from) return;
    await notifyAdmins(store, tx, clock, {
      subject: OUTAGE.subject,
      message: OUTAGE.message(
        momentText(from, timezone),
        momentText(until, timezone),
        OUTAGE.reasons[trouble],
      ),
    });
    await writeSetting(store, tx, clock, toldUntil, until.toISOString());
  });
};

/**
 * Where the database could not be used: tries to write again until that succeeds, and then tells the
 * Admins from when to when nothing could be saved. While all is well it asks for nothing.
 */
export const watchStoreJob = (deps: WatchDeps): Job => {
  const { clock, health, outages } = deps;
  let toldAtMs = Number.NEGATIVE_INFINITY;
  return {
    name: "watch-store",
    everyMs: 2000,
    leased: false,
    async run() {
      if (outages.isOpen() && (await health.check()) === "ok") outages.written();
      const outage = outages.untold();
      if (outage === null || clock.now().getTime() - toldAtMs < TOLD_EVERY_MS) return;
      await tellAdmins(deps, outage);
      outages.told(outage);
      toldAtMs = clock.now().getTime();
    },
  };
};
