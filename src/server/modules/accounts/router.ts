import { z } from "zod";
import { memberProcedure, publicProcedure, router } from "#server/procedures/init.ts";
import {
  accountChanges,
  accountClosing,
  addressChangeInput,
  addressStanding,
  claimInput,
  claimToken,
  currentUser,
  emailCorrection,
  loginInput,
  mailInput,
  openSession,
  passwordConfirmation,
  passwordResetInput,
  registeredUser,
  registrationInput,
  revertedAddress,
  sessionId,
  tokenOutput,
  verificationInput,
  verifiedAddress,
  waitingAccount,
} from "#shared/schemas/accounts.ts";
import { passkeyLoginInput } from "#shared/schemas/passkeys.ts";
import {
  cancelAddress,
  changeOwnAddress,
  readAddressStanding,
  resendAddress,
} from "./change-address.ts";
import { discordWaits } from "./checks.ts";
import { confirmWithPasskey, confirmWithPassword, requireConfirmed } from "./confirm.ts";
import { login } from "./login.ts";
import {
  confirmBrowser,
  requestBrowserLink,
  requestPasswordReset,
  resendVerification,
} from "./mailed-codes.ts";
import { register } from "./register.ts";
import { deactivateAccount } from "./remove.ts";
import { claimAccount, readClaim, resetPassword } from "./reset-password.ts";
import {
  endOtherSessions,
  endSession,
  listSessions,
  logout,
  readMe,
  updateAccount,
} from "./self-service.ts";
import { confirmAddress, correctEmail, revertAddress, verifyEmail } from "./verify-address.ts";

/** One's own account: joining, signing in and out, and what keeps it safe. */
export const accountsRouter = router({
  login: publicProcedure
    .input(loginInput)
    .output(tokenOutput)
    .mutation(({ ctx, input }) => login(ctx, input)),
  register: publicProcedure
    .input(registrationInput)
    .output(registeredUser)
    .mutation(({ ctx, input }) => register(ctx, input)),
  me: memberProcedure.output(currentUser).query(({ ctx }) => readMe(ctx)),
  verifyEmail: publicProcedure
    .input(verificationInput)
    .output(verifiedAddress)
    .mutation(({ ctx, input }) => verifyEmail(ctx, input)),
  resendVerification: publicProcedure
    .input(mailInput)
    .output(z.string())
    .mutation(({ ctx, input }) => resendVerification(ctx, input)),
  correctEmail: publicProcedure
    .input(emailCorrection)
    .output(z.string())
    .mutation(({ ctx, input }) => correctEmail(ctx, input)),
  requestPasswordReset: publicProcedure
    .input(mailInput)
    .output(z.string())
    .mutation(({ ctx, input }) => requestPasswordReset(ctx, input)),
  requestBrowserLink: publicProcedure
    .input(mailInput)
    .output(z.string())
    .mutation(({ ctx, input }) => requestBrowserLink(ctx, input)),
  confirmBrowser: publicProcedure
    .input(verificationInput)
    .output(z.string())
    .mutation(({ ctx, input }) => confirmBrowser(ctx, input)),
  discordWaits: publicProcedure
    .output(z.object({ waits: z.boolean() }))
    .query(({ ctx }) => discordWaits(ctx)),
  readClaim: publicProcedure
    .input(claimToken)
    .output(waitingAccount)
    .mutation(({ ctx, input }) => readClaim(ctx, input)),
  claim: publicProcedure
    .input(claimInput)
    .output(z.string())
    .mutation(({ ctx, input }) => claimAccount(ctx, input)),
  resetPassword: publicProcedure
    .input(passwordResetInput)
    .output(z.string())
    .mutation(({ ctx, input }) => resetPassword(ctx, input)),
  update: memberProcedure
    .input(accountChanges)
    .output(z.string())
    .mutation(({ ctx, input }) => updateAccount(ctx, input)),
  address: memberProcedure.output(addressStanding).query(({ ctx }) => readAddressStanding(ctx)),
  changeAddress: memberProcedure
    .input(addressChangeInput)
    .output(z.string())
    .mutation(({ ctx, input }) => changeOwnAddress(ctx, input)),
  resendAddress: memberProcedure.output(z.string()).mutation(({ ctx }) => resendAddress(ctx)),
  cancelAddress: memberProcedure.output(z.string()).mutation(({ ctx }) => cancelAddress(ctx)),
  confirmAddress: publicProcedure
    .input(verificationInput)
    .output(z.string())
    .mutation(({ ctx, input }) => confirmAddress(ctx, input)),
  revertAddress: publicProcedure
    .input(verificationInput)
    .output(revertedAddress)
    .mutation(({ ctx, input }) => revertAddress(ctx, input)),
  confirm: memberProcedure
    .input(passwordConfirmation)
    .output(z.void())
    .mutation(({ ctx, input }) => confirmWithPassword(ctx, input)),
  confirmWithPasskey: memberProcedure
    .input(passkeyLoginInput)
    .output(z.void())
    .mutation(({ ctx, input }) => confirmWithPasskey(ctx, input)),
  requireConfirmed: memberProcedure.output(z.void()).mutation(({ ctx }) => requireConfirmed(ctx)),
  deactivate: memberProcedure
    .input(accountClosing)
    .output(z.string())
    .mutation(({ ctx, input }) => deactivateAccount(ctx, input)),
  logout: memberProcedure.output(z.void()).mutation(({ ctx }) => logout(ctx)),
  sessions: memberProcedure.output(z.array(openSession)).query(({ ctx }) => listSessions(ctx)),
  endSession: memberProcedure
    .input(sessionId)
    .output(z.void())
    .mutation(({ ctx, input }) => endSession(ctx, input)),
  endOtherSessions: memberProcedure.output(z.void()).mutation(({ ctx }) => endOtherSessions(ctx)),
});
