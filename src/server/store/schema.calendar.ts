import { CALENDAR_KINDS } from "#shared/constants/calendar.ts";
import { REPEATS } from "#shared/schemas/calendar.ts";
import type { Kit } from "./columns.ts";

/** What happens when. */
export const calendarTables = (kit: Kit) => ({
  calendarEntries: kit.table(
    "calendar_entries",
    {
      id: kit.id("id"),
      kind: kit.choice("kind", CALENDAR_KINDS).notNull(),
      title: kit.text("title").notNull(),
      text: kit.text("text").notNull(),
      /** Keys of servers; none for the whole community. */
      servers: kit.json("servers").$type<readonly string[]>().notNull(),
      beginsAt: kit.time("begins_at").notNull(),
      /** How long it takes; 0 for no time. */
      minutes: kit.integer("minutes").notNull(),
      repeat: kit.choice("repeat", REPEATS).notNull(),
      repeatUntil: kit.time("repeat_until"),
      rates: kit.json("rates").$type<readonly { name: string; value: string }[]>().notNull(),
      /** When the last of it is over; null where it goes on. */
      overAt: kit.time("over_at"),
      /** Counts its changes, so that nobody overwrites what they have not seen. */
      revision: kit.integer("revision").notNull(),
      createdBy: kit.text("created_by").notNull(),
      updatedAt: kit.time("updated_at").notNull(),
    },
    (t) => [
      kit.index("calendar_entries_over").on(t.overAt),
      kit.index("calendar_entries_begins").on(t.beginsAt, t.id),
    ],
  ),
});
