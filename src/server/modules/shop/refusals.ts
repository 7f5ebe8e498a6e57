import { z } from "zod";
import type { RequestCtx } from "#server/context/context.ts";
import { errorFields } from "#server/core/log.ts";
import { readSetting, type Setting, writeSetting } from "#server/store/settings.ts";
import type { Reader } from "#server/store/store.ts";
import { DAY_MS } from "#shared/constants/time.ts";

/** So many sentences are told apart, the latest. */
const KEPT_MAX = 10;
const KEPT_MS = 30 * DAY_MS;

const refusals = z.array(
  z.object({
    /** Tebex's sentence; empty where it said nothing. */
    detail: z.string(),
    times: z.int(),
    lastAt: z.iso.datetime(),
  }),
);
export type UnknownRefusal = z.infer<typeof refusals>[number];

const setting: Setting<UnknownRefusal[]> = { key: "shop:unknown_refusals", schema: refusals };

/** What Tebex refused in the last 30 days for a reason that the site does not know, latest first. */
export const readRefusals = async (reader: Reader, now: Date): Promise<UnknownRefusal[]> => {
  const kept = (await readSetting(reader, setting)) ?? [];
  return kept.filter(({ lastAt }) => now.getTime() - Date.parse(lastAt) < KEPT_MS);
};

/** Writes down that Tebex refused something for an unknown reason. Never throws. */
export const noteRefusal = async (
  { write, log }: Pick<RequestCtx, "write" | "log">,
  detail: string,
): Promise<void> => {
  try {
    await write(async (tx) => {
      const now = tx.clock.now();
      const known = await readRefusals(tx, now);
      const times = known.find((one) => one.detail === detail)?.times ?? 0;
      const others = known.filter((one) => one.detail !== detail);
      const latest = { detail, times: times + 1, lastAt: now.toISOString() };
      await writeSetting(tx, setting, [latest, ...others].slice(0, KEPT_MAX));
    });
  } catch (error) {
    log.warn("shop.refusal_not_noted", errorFields(error));
  }
};
