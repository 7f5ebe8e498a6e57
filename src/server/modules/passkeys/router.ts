import { z } from "zod";
import { memberProcedure, publicProcedure, router } from "#server/procedures/init.ts";
import { tokenOutput } from "#shared/schemas/accounts.ts";
import {
  newPasskeyInput,
  ownPasskeys,
  passkey,
  passkeyCreation,
  passkeyId,
  passkeyLoginInput,
  passkeyName,
  passkeyRequest,
  passkeyStepInput,
} from "#shared/schemas/passkeys.ts";
import {
  loginWithPasskey,
  requestConfirmation,
  requestLogin,
  takeStepWithPasskey,
} from "./login.ts";
import {
  addPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  requestPasskey,
} from "./manage.ts";

/** Passkeys: one's own, and what a login asks of them. */
export const passkeysRouter = router({
  requestLogin: publicProcedure.output(passkeyRequest).mutation(({ ctx }) => requestLogin(ctx)),
  login: publicProcedure
    .input(passkeyLoginInput)
    .output(tokenOutput)
    .mutation(({ ctx, input }) => loginWithPasskey(ctx, input)),
  takeSecondStep: publicProcedure
    .input(passkeyStepInput)
    .output(tokenOutput)
    .mutation(({ ctx, input }) => takeStepWithPasskey(ctx, input)),
  requestConfirmation: memberProcedure
    .output(passkeyRequest)
    .mutation(({ ctx }) => requestConfirmation(ctx)),
  list: memberProcedure.output(ownPasskeys).query(({ ctx }) => listPasskeys(ctx)),
  requestNew: memberProcedure.output(passkeyCreation).mutation(({ ctx }) => requestPasskey(ctx)),
  add: memberProcedure
    .input(newPasskeyInput)
    .output(passkey)
    .mutation(({ ctx, input }) => addPasskey(ctx, input)),
  rename: memberProcedure
    .input(passkeyName)
    .output(passkey)
    .mutation(({ ctx, input }) => renamePasskey(ctx, input)),
  remove: memberProcedure
    .input(passkeyId)
    .output(z.void())
    .mutation(({ ctx, input }) => removePasskey(ctx, input)),
});
