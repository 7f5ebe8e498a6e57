import { z } from "zod";
import { permissionProcedure, publicProcedure, router } from "#server/procedures/init.ts";
import {
  calendarDraft,
  calendarEntries,
  calendarEntriesInput,
  calendarEntry,
  calendarIdInput,
  upcoming,
  upcomingInput,
} from "#shared/schemas/calendar.ts";
import { listEntries, readUpcoming } from "./index.ts";
import { removeEntry, saveEntry } from "./save.ts";

const procedure = permissionProcedure("site");

/** What happens when, on which servers. */
export const calendarRouter = router({
  upcoming: publicProcedure
    .input(upcomingInput)
    .output(upcoming)
    .query(({ ctx, input }) => readUpcoming(ctx, input)),
  entries: procedure
    .input(calendarEntriesInput)
    .output(calendarEntries)
    .query(({ ctx, input }) => listEntries(ctx, input)),
  save: procedure
    .input(calendarDraft)
    .output(calendarEntry)
    .mutation(({ ctx, input }) => saveEntry(ctx, input)),
  remove: procedure
    .input(calendarIdInput)
    .output(z.void())
    .mutation(({ ctx, input }) => removeEntry(ctx, input)),
});
