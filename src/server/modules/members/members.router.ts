import { z } from "zod";
import { marketingConsent, memberProfile } from "#shared/schemas/members.ts";
import { memberProcedure, router } from "#server/trpc/init.ts";
import { readProfile } from "./read-profile.ts";
import { setMarketingConsent } from "./set-marketing-consent.ts";

/** People with an account. */
export const membersRouter = router({
  profile: memberProcedure.output(memberProfile).query(({ ctx }) => readProfile(ctx)),
  setMarketingConsent: memberProcedure
    .input(marketingConsent)
    .output(z.string())
    .mutation(({ ctx, input }) => setMarketingConsent(ctx, input)),
});
