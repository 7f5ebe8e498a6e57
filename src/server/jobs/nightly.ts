import { z } from "zod";
import type { SystemCtx } from "#server/context/context.ts";
import { readSetting, type Setting } from "#server/store/settings.ts";

/** When few people are up. */
const FROM_HOUR = 4;

/** The last day that something was done on, "2026-12-01". */
export const doneOn = (key: string): Setting<string> => ({ key, schema: z.string() });

/** Day and hour where the community is. */
const localTime = (now: Date, timeZone: string) => {
  // Swedish writes a moment as ISO does.
  const format = { dateStyle: "short", timeStyle: "short", timeZone } as const;
  const [day = "", time = ""] = new Intl.DateTimeFormat("sv-SE", format).format(now).split(" ");
  return { day, hour: Number(time.slice(0, 2)) };
};

/**
 * What is done once a night, where the community is.
 * @returns the day to write down once it is done; null where it is too early, or has been done.
 */
export const nightToDo = async (
  { read, clock, config }: SystemCtx,
  done: Setting<string>,
): Promise<string | null> => {
  const { day, hour } = localTime(clock.now(), config.community.timezone);
  return hour < FROM_HOUR || (await readSetting(read, done)) === day ? null : day;
};
