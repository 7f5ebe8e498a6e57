import { memberProcedure, router } from "#server/procedures/init.ts";
import { noticePreferences, preferencesInput } from "#shared/schemas/preferences.ts";
import { readPreferences, savePreferences } from "./index.ts";

/** How a member is told of what concerns them. */
export const preferencesRouter = router({
  read: memberProcedure.output(noticePreferences).query(({ ctx }) => readPreferences(ctx)),
  save: memberProcedure
    .input(preferencesInput)
    .output(noticePreferences)
    .mutation(({ ctx, input }) => savePreferences(ctx, input)),
});
