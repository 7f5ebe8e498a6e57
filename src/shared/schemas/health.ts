import { z } from "zod/mini";
import { HEALTH_CHECK_STATES, HEALTH_CHECKS } from "#shared/constants/health.ts";

const time = z.iso.datetime();

const healthCheck = z.object({
  name: z.enum(HEALTH_CHECKS),
  state: z.enum(HEALTH_CHECK_STATES),
  /** What is so and, where it is not well, what to do; a line for each thing. */
  message: z.string(),
});

/** Something that the site does again and again. */
const healthJob = z.object({
  name: z.string(),
  state: z.enum(HEALTH_CHECK_STATES),
  /** The first letters of the instance's id that runs it; null where each runs it for itself, or none has it. */
  holder: z.nullable(z.string()),
  /** Whether every instance runs it for itself: then this is what the one that answers has done. */
  isEverywhere: z.boolean(),
  everyMs: z.number(),
  /** Null where no run has ended yet. */
  startedAt: z.nullable(time),
  tookMs: z.nullable(z.number()),
  nextRunAt: z.nullable(time),
  failedAt: z.nullable(time),
  /** What the last failure was, by a word; the log has the rest. */
  error: z.nullable(z.string()),
  /** How often it has failed without a success between; 0 where the last run went well. */
  failures: z.int(),
});
export type HealthJob = z.infer<typeof healthJob>;

/** How the site is, as the instance finds it that answers. */
export const siteHealth = z.object({
  at: time,
  /** False where a check fails. */
  ok: z.boolean(),
  checks: z.array(healthCheck),
  jobs: z.array(healthJob),
});
export type SiteHealth = z.infer<typeof siteHealth>;

/** How many checks are not well. */
export const healthTrouble = z.object({ fail: z.int(), warn: z.int() });
export type HealthTrouble = z.infer<typeof healthTrouble>;
