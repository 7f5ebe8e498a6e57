import { z } from "zod";
import {
  adminActProcedure,
  adminProcedure,
  publicProcedure,
  router,
} from "#server/procedures/init.ts";
import {
  firstAdmin,
  firstAdminInput,
  setupLinkInput,
  setupLinkOutput,
  setupState,
  skipInput,
  trialInput,
  trialMailInput,
  trialOutcome,
  waitingRegistrations,
} from "#shared/schemas/site.ts";
import { readLink } from "./index.ts";
import {
  countWaiting,
  createFirstAdmin,
  readSetup,
  sendTrialMail,
  skipStep,
  tryProvider,
} from "./steps.ts";

/** The first hour of a site: its first Admin, and what an owner sets up. */
export const setupRouter = router({
  /** What the link of whoever asks is good for. */
  link: publicProcedure
    .input(setupLinkInput)
    .output(setupLinkOutput)
    .query(({ ctx, input }) => readLink(ctx, input)),
  createAdmin: publicProcedure
    .input(firstAdminInput)
    .output(firstAdmin)
    .mutation(({ ctx, input }) => createFirstAdmin(ctx, input)),
  state: adminProcedure.output(setupState).query(({ ctx }) => readSetup(ctx)),
  /** How many registrations wait for an Admin to confirm their address. */
  waiting: adminProcedure.output(waitingRegistrations).query(({ ctx }) => countWaiting(ctx)),
  skip: adminActProcedure
    .input(skipInput)
    .output(z.void())
    .mutation(({ ctx, input }) => skipStep(ctx, input)),
  tryProvider: adminProcedure
    .input(trialInput)
    .output(trialOutcome)
    .mutation(({ ctx, input }) => tryProvider(ctx, input)),
  sendTrialMail: adminProcedure
    .input(trialMailInput)
    .output(trialOutcome)
    .mutation(({ ctx, input }) => sendTrialMail(ctx, input)),
});
