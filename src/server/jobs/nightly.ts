import { z } from "zod";
import type { SystemCtx } from "#server/context/context.ts";
import { readSetting, type Setting } from "#server/store/settings.ts";
import { localTime } from "#shared/rules/local-time.ts";

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
