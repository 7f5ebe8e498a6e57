import { z } from "zod/mini";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { PERMISSIONS } from "#shared/constants/permissions.ts";
import { TICKET_ICONS } from "#shared/constants/tickets.ts";
import { words } from "#shared/schemas/text.ts";
import { hasKnownPlaceholders, unique } from "./checks.ts";
import { ticketClosing, ticketTargets } from "./desk.ts";
import { ticketQuestions } from "./questions.ts";

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
