import { z } from "zod/mini";
import { WORKING_DAYS } from "#shared/constants/desk.ts";
import { unique } from "./checks.ts";

const clock = z
  .string()
  .check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as "09:00"'));

/** When the team works, by the clocks of the community's time zone. */
const workingHours = z.strictObject({
  days: z.array(z.enum(WORKING_DAYS)).check(
    z.minLength(1, "must name at least one"),
    z.maxLength(WORKING_DAYS.length),
    unique(null, (day) => day),
  ),
  from: clock,
  /** The same as `from`, or earlier: it goes on past midnight. */
  until: clock,
});
export type WorkingHours = z.output<typeof workingHours>;

const minutes = z.int().check(z.gte(5), z.lte(60 * 24 * 30));

/** Until when a ticket is to be answered. */
export const ticketTargets = z.strictObject({
  /** In minutes of working time; without it the first answer has no target. */
  firstAnswerMinutes: z.optional(minutes),
  nextAnswerMinutes: z.optional(minutes),
  /** So long before, whoever takes care of it is warned. */
  warnMinutes: z._default(z.int().check(z.gte(0), z.lte(60 * 24)), 30),
  /** Every hour of every day where it is left out. */
  hours: z.optional(workingHours),
});
export type TicketTargets = z.output<typeof ticketTargets>;

/** When a ticket that its people do not answer is closed. */
export const ticketClosing = z
  .strictObject({
    afterDays: z.int().check(z.gte(2), z.lte(365)),
    /** So long before, they are warned. */
    warnDays: z._default(z.int().check(z.gte(1), z.lte(30)), 3),
  })
  .check(({ value: { afterDays, warnDays }, issues }) => {
    if (warnDays >= afterDays)
      issues.push({
        code: "custom",
        input: warnDays,
        path: ["warnDays"],
        message: "must be fewer than after_days",
        continue: true,
      });
  });
