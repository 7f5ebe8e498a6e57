import { z } from "zod/mini";
import { HEALTH_CHECK_STATES, HEALTH_CHECKS } from "#shared/constants/health.ts";
import { MAIL_KINDS } from "#shared/constants/mail.ts";
import { pageOf } from "./lists.ts";

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

/** A mail that was given up, with as much of its address as tells an Admin which one it is. */
const failedMail = z.object({
  id: z.int(),
  /** Null where it cannot be read, and so never be sent: then `to` is null as well. */
  kind: z.nullable(z.enum(MAIL_KINDS)),
  /** "a…@example.test". */
  to: z.nullable(z.string()),
  /** Why it was given up: a word of ours, or the code of the mail transport. */
  error: z.string(),
  /** How often it was tried. */
  attempts: z.int(),
  queuedAt: time,
  failedAt: time,
});

/** Those of the last seven days, the latest first. */
export const failedMailPage = pageOf(failedMail);
export type FailedMailPage = z.infer<typeof failedMailPage>;

/** Which mail is sent again; without an id all that were given up. */
export const resendInput = z.object({ id: z.optional(z.int().check(z.positive())) });
export type ResendInput = z.infer<typeof resendInput>;
