import { z } from "zod/mini";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { TICKET_ICONS } from "#shared/constants/tickets.ts";
import { words } from "#shared/schemas/text.ts";
import { hasKnownPlaceholders, unique } from "./checks.ts";

const option = {
  /** As it is stored and as other programs send it. */
  key: words(LENGTHS.ticketOption),
  /** What people see; the key where it is left out. */
  title: z.optional(words(LENGTHS.ticketOption)),
  icon: z.optional(z.enum(TICKET_ICONS)),
};

/** What tickets can be about besides games and their servers. */
export const communityTickets = z.strictObject({
  categories: z.array(z.strictObject(option)).check(
    z.minLength(1, "must name at least one"),
    z.maxLength(40),
    unique("tickets.categories", "key", ({ key }) => key),
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
        unique("tickets.topics", "key", ({ key }) => key),
      ),
    [],
  ),
});
export type CommunityTickets = z.output<typeof communityTickets>;
