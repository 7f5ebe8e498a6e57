import { z } from "zod";
import { adminProcedure, publicProcedure, router } from "#server/procedures/init.ts";
import {
  calendarDraft,
  calendarEntries,
  calendarEntry,
  calendarIdInput,
  upcoming,
  upcomingInput,
} from "#shared/schemas/calendar.ts";
import { pageInput } from "#shared/schemas/lists.ts";
import { listEntries, readUpcoming } from "./read.ts";
import { removeEntry, saveEntry } from "./save.ts";

/** What happens when, on which servers. */
export const calendarRouter = router({
  upcoming: publicProcedure
    .input(upcomingInput)
    .output(upcoming)
    .query(({ ctx, input }) => readUpcoming(ctx, input)),
  entries: adminProcedure
    .input(pageInput)
    .output(calendarEntries)
    .query(({ ctx, input }) => listEntries(ctx, input)),
  save: adminProcedure
    .input(calendarDraft)
    .output(calendarEntry)
    .mutation(({ ctx, input }) => saveEntry(ctx, input)),
  remove: adminProcedure
    .input(calendarIdInput)
    .output(z.void())
    .mutation(({ ctx, input }) => removeEntry(ctx, input)),
});
