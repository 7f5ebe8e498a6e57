import { z } from "zod";
import { memberProcedure, publicProcedure, router } from "#server/procedures/init.ts";
import { tokenOutput } from "#shared/schemas/accounts.ts";
import {
  addAppInput,
  addedApp,
  appSetup,
  codeInput,
  discordLoginInput,
  ownFactors,
  resetBegun,
  secondStepInput,
  ticketInput,
} from "#shared/schemas/factors.ts";
import { addApp, beginApp, makeRecoveryCodes, removeApp } from "./authenticator.ts";
import { readFactors } from "./index.ts";
import { beginReset, requestReset, stopOwnReset, stopResetByLink } from "./resets.ts";
import { loginWithDiscord, takeSecondStep } from "./second-step.ts";

/** What proves who somebody is, beside the password. */
export const factorsRouter = router({
  takeSecondStep: publicProcedure
    .input(secondStepInput)
    .output(tokenOutput)
    .mutation(({ ctx, input }) => takeSecondStep(ctx, input)),
  loginWithDiscord: publicProcedure
    .input(discordLoginInput)
    .output(tokenOutput)
    .mutation(({ ctx, input }) => loginWithDiscord(ctx, input)),
  requestReset: publicProcedure
    .input(ticketInput)
    .output(z.string())
    .mutation(({ ctx, input }) => requestReset(ctx, input)),
  beginReset: publicProcedure
    .input(codeInput)
    .output(resetBegun)
    .mutation(({ ctx, input }) => beginReset(ctx, input)),
  stopReset: publicProcedure
    .input(codeInput)
    .output(z.string())
    .mutation(({ ctx, input }) => stopResetByLink(ctx, input)),
  stopOwnReset: memberProcedure.output(z.string()).mutation(({ ctx }) => stopOwnReset(ctx)),
  read: memberProcedure.output(ownFactors).query(({ ctx }) => readFactors(ctx)),
  beginApp: memberProcedure.output(appSetup).mutation(({ ctx }) => beginApp(ctx)),
  addApp: memberProcedure
    .input(addAppInput)
    .output(addedApp)
    .mutation(({ ctx, input }) => addApp(ctx, input)),
  makeRecoveryCodes: memberProcedure.output(addedApp).mutation(({ ctx }) => makeRecoveryCodes(ctx)),
  removeApp: memberProcedure.output(z.string()).mutation(({ ctx }) => removeApp(ctx)),
});
