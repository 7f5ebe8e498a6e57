import { z } from "zod";
import type { Clock } from "#server/clock.ts";
import { notifyAdmins } from "#server/modules/notifications/index.ts";
import type { Breakers } from "#server/providers/breaker.ts";
import { readSetting, type Setting, writeSetting } from "#server/store/settings.ts";
import type { Store } from "#server/store/store.ts";
import { PROVIDER_TROUBLE } from "#shared/admin-messages.ts";
import { type Provider, PROVIDERS } from "#shared/constants/providers.ts";
import type { Job } from "./job.ts";

type WatchDeps = { store: Store; clock: Clock; breakers: Breakers };

/** What is over sooner is nothing that an Admin could do anything about. */
const TOLD_AFTER_MS = 5 * 60_000;

/** What Admins were last told of a provider, and when. */
const told = z.object({ word: z.enum(["down", "well"]), at: z.iso.datetime() });
type Told = z.infer<typeof told>;

const toldOf = (provider: Provider): Setting<Told> => ({
  key: `provider_told.${provider}`,
  schema: told,
});

/** What there is to be told, given what was; null for nothing. */
const newsOf = (
  { since, retryAt, lastSuccessAt }: ReturnType<Breakers[Provider]["report"]>,
  known: Told | null,
  now: Date,
): Told["word"] | null => {
  const toldAt = known === null ? null : new Date(known.at);
  if (retryAt !== null && since !== null) {
    const isLong = now.getTime() - since.getTime() >= TOLD_AFTER_MS;
    // One that began before the last news is part of what is known: another instance told it.
    return isLong && (toldAt === null || since > toldAt) ? "down" : null;
  }
  if (known?.word !== "down" || toldAt === null) return null;
  return lastSuccessAt !== null && lastSuccessAt > toldAt ? "well" : null;
};

/**
 * Tells the Admins once when a provider has failed for minutes, and once when it is well again,
 * whichever of the instances comes first.
 */
export const watchProvidersJob = ({ store, clock, breakers }: WatchDeps): Job => {
  const watch = async (provider: Provider) => {
    const report = breakers[provider].report();
    const now = clock.now();
    // Most of the time nothing has ever failed since the start, and there is nothing to look up.
    if (report.since === null && report.lastSuccessAt === null) return;
    const setting = toldOf(provider);
    if (newsOf(report, await readSetting(store, setting), now) === null) return;
    await store.write(async (tx) => {
      const word = newsOf(report, await readSetting(store, setting, tx), now);
      if (word === null) return;
      await notifyAdmins(store, tx, clock, PROVIDER_TROUBLE[word](provider));
      await writeSetting(store, tx, clock, setting, { word, at: now.toISOString() });
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
