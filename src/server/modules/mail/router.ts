import { z } from "zod";
import { adminActProcedure, adminProcedure, router } from "#server/procedures/init.ts";
import { failedMailPage, resendInput } from "#shared/schemas/health.ts";
import { pageInput } from "#shared/schemas/lists.ts";
import { listFailedMails, resendFailed } from "./failed.ts";

/** The mails of the site that could not be sent. */
export const mailRouter = router({
  failed: adminProcedure
    .input(pageInput)
    .output(failedMailPage)
    .query(({ ctx, input }) => listFailedMails(ctx, input)),
  /** One of them, or all. */
  resendFailed: adminActProcedure
    .input(resendInput)
    .output(z.string())
    .mutation(({ ctx, input }) => resendFailed(ctx, input)),
});
