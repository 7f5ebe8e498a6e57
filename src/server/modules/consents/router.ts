import { z } from "zod";
import { memberProcedure, router } from "#server/procedures/init.ts";
import { askedPolicies, consentAnswer, memberConsents } from "#shared/schemas/consents.ts";
import { answerPolicies, readAsked, readOwnConsents } from "./index.ts";

/** What members agree to. */
export const consentsRouter = router({
  /** What has changed since they agreed. */
  asked: memberProcedure.output(askedPolicies).query(({ ctx }) => readAsked(ctx)),
  mine: memberProcedure.output(memberConsents).query(({ ctx }) => readOwnConsents(ctx)),
  answer: memberProcedure
    .input(consentAnswer)
    .output(z.void())
    .mutation(({ ctx, input }) => answerPolicies(ctx, input)),
});
