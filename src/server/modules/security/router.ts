import { z } from "zod";
import { memberProcedure, publicProcedure, router } from "#server/procedures/init.ts";
import { verificationInput } from "#shared/schemas/accounts.ts";
import { securityMailSettings } from "#shared/schemas/preferences.ts";
import { changeMailSettings, endSessionsByLink, readMailSettings } from "./index.ts";

/** What the owner of an account is told of, and what they can do about it. */
export const securityRouter = router({
  endSessions: publicProcedure
    .input(verificationInput)
    .output(z.string())
    .mutation(({ ctx, input }) => endSessionsByLink(ctx, input)),
  mails: memberProcedure.output(securityMailSettings).query(({ ctx }) => readMailSettings(ctx)),
  setMails: memberProcedure
    .input(securityMailSettings)
    .output(z.string())
    .mutation(({ ctx, input }) => changeMailSettings(ctx, input)),
});
