import { and, eq, gte, like } from "drizzle-orm";
import { z } from "zod";
import type { Clock } from "#server/core/clock.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import { readSetting, type Setting, writeSetting } from "./settings.ts";
import type { Reader, TimedTx } from "./store.ts";

/** Every job runs more often: one that has not failed again since is not there any more. */
const KEPT_MS = 8 * DAY_MS;

const failure = z.object({ since: z.iso.datetime(), times: z.int() });
type Failure = z.infer<typeof failure>;

const settingOf = (name: string): Setting<Failure> => ({
  key: `job:${name}:failed`,
  schema: failure,
});

/** Whether the last run of a job has failed, as far as that is written down. */
export const isJobFailing = async (reader: Reader, name: string): Promise<boolean> =>
  (await readSetting(reader, settingOf(name))) !== null;

/** Writes down, in the caller's transaction, that one more run of a job has failed. */
export const noteJobFailure = async (tx: TimedTx, name: string): Promise<void> => {
  const known = await readSetting(tx, settingOf(name));
  await writeSetting(tx, settingOf(name), {
    since: known?.since ?? tx.clock.now().toISOString(),
    times: (known?.times ?? 0) + 1,
  });
};

/** Writes down, in the caller's transaction, that a job works again. */
export const forgetJobFailure = async (tx: TimedTx, name: string): Promise<void> => {
  const { settings: t } = tx.tables;
  await tx.delete(t).where(eq(t.key, settingOf(name).key));
};

/** The jobs whose last run failed: since when, and how often by now. */
export const readFailedJobs = async (
  reader: Reader,
  clock: Clock,
): Promise<(Failure & { name: string })[]> => {
  const { settings: t } = reader.tables;
  const rows = await reader
    .select({ key: t.key, value: t.value })
    .from(t)
    .where(
      and(like(t.key, "job:%:failed"), gte(t.updatedAt, new Date(clock.now().getTime() - KEPT_MS))),
    )
    .orderBy(t.key);
  return rows.map(({ key, value }) => {
    const name = key.slice("job:".length, -":failed".length);
    return Object.assign(failure.parse(value), { name });
  });
};
