import { desc } from "drizzle-orm";
import { z } from "zod";
import type { Ctx, MemberCtx, SystemCtx } from "#server/context/context.ts";
import { readSetting, type Setting, writeSetting } from "#server/store/settings.ts";
import { ANSWER_TIME_RANGE_MS, ANSWER_TIME_TICKETS_MIN } from "#shared/constants/thread.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";

/** So many tickets are looked at, the newest: more than a busy month has. */
const TICKETS_MAX = 5000;

const measured = z.object({ medianMs: z.int().nullable() });
const ANSWER_TIME: Setting<z.infer<typeof measured>> = {
  key: "tickets.answer_time",
  schema: measured,
};

const medianOf = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const low = sorted[Math.ceil(middle) - 1] ?? 0;
  const high = sorted[Math.floor(middle)] ?? low;
  return (low + high) / 2;
};

/** How long first answers took on the tickets of the last weeks that have one, in ms. */
const findAnswerTimes = async ({ read, tables, clock }: Ctx): Promise<readonly number[]> => {
  const { tickets: t } = tables;
  const rows = await read
    .select({ createdAt: t.createdAt, answeredAt: t.firstAnsweredAt })
    .from(t)
    .orderBy(desc(t.id))
    .limit(TICKETS_MAX);
  const since = clock.now().getTime() - ANSWER_TIME_RANGE_MS;
  return rows.flatMap(({ createdAt, answeredAt }) =>
    answeredAt === null || createdAt.getTime() < since
      ? []
      : [Math.max(0, answeredAt.getTime() - createdAt.getTime())],
  );
};

/** Measures how long a first answer usually takes, for `readUsualAnswer` [WRITE-12]. */
export const measureAnswers = async (ctx: SystemCtx): Promise<void> => {
  const times = await findAnswerTimes(ctx);
  const isEnough = times.length >= ANSWER_TIME_TICKETS_MIN;
  // To the minute: the figures of single tickets cannot be told from it.
  const medianMs = isEnough
    ? Math.max(1, Math.round(medianOf(times) / MINUTE_MS)) * MINUTE_MS
    : null;
  const known = await readSetting(ctx.read, ANSWER_TIME);
  if (known !== null && known.medianMs === medianMs) return;
  await ctx.write((tx) => writeSetting(tx, ANSWER_TIME, { medianMs }));
};

/** How long a first answer usually takes, as it was measured last; null with too few tickets. */
export const readUsualAnswer = async ({ read }: MemberCtx): Promise<{ medianMs: number | null }> =>
  (await readSetting(read, ANSWER_TIME)) ?? { medianMs: null };
