import { z } from "zod/mini";
import { LENGTHS, PERMISSIONS } from "#shared/constants/accounts.ts";
import { WORKING_DAYS } from "#shared/constants/desk.ts";
import { TICKET_ICONS } from "#shared/constants/tickets.ts";
import { words } from "#shared/schemas/text.ts";
import { hasKnownPlaceholders, ticketQuestions, unique } from "./checks.ts";

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
const ticketTargets = z.strictObject({
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
const ticketClosing = z
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

const option = {
  /** As it is stored and as other programs send it. */
  key: words(LENGTHS.ticketOption),
  /** What people see; the key where it is left out. */
  title: z.optional(words(LENGTHS.ticketOption)),
  icon: z.optional(z.enum(TICKET_ICONS)),
};

const category = z.strictObject({
  ...option,
  /** The permission that it takes, beside `tickets`, to see tickets of it that one is not on. */
  visibleTo: z.optional(z.enum(PERMISSIONS)),
  /** What is asked besides, in this order. */
  questions: z.optional(ticketQuestions),
});

/** What tickets can be about besides games and their servers. */
export const communityTickets = z.strictObject({
  /** The key of the category in which members appeal against strikes; without it they choose one. */
  appealCategory: z.optional(words(LENGTHS.ticketOption)),
  categories: z.array(category).check(
    z.minLength(1, "must name at least one"),
    z.maxLength(40),
    unique("key", ({ key }) => key),
  ),
  /** What stands before the games among them, and has no servers. */
  topics: z._default(
    z
      .array(
        z.strictObject({
          ...option,
          /** What stands there for its one server; its title where that is left out or too long. */
          place: z.optional(words(LENGTHS.serverName).check(hasKnownPlaceholders())),
        }),
      )
      .check(
        z.maxLength(20),
        unique("key", ({ key }) => key),
      ),
    [],
  ),
  /** Whether everybody who may see a new ticket is told of it. */
  notifyTeam: z._default(z.boolean(), true),
  /** Until when tickets are to be answered; without them nobody is warned. */
  targets: z.optional(ticketTargets),
  /** Without it no ticket is closed by itself. */
  closing: z.optional(ticketClosing),
});
export type CommunityTickets = z.output<typeof communityTickets>;

/** What browsers are told of it: what a ticket can be about, and nothing of how the team works. */
export const shownTickets = z.extend(z.pick(communityTickets, { topics: true }), {
  categories: z.array(z.strictObject(option)),
});
