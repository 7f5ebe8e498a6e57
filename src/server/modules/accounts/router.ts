import { z } from "zod";
import { memberProcedure, publicProcedure, router } from "#server/procedures/init.ts";
import {
  accountChanges,
  currentUser,
  emailCorrection,
  loginInput,
  mailInput,
  openSession,
  passwordResetInput,
  registeredUser,
  registrationInput,
  sessionId,
  tokenOutput,
  verificationInput,
  verifiedAddress,
} from "#shared/schemas/accounts.ts";
import { confirmBrowser } from "./confirm-browser.ts";
import { correctEmail } from "./correct-email.ts";
import { deactivateAccount } from "./deactivate.ts";
import { login } from "./login.ts";
import { register } from "./register.ts";
import { requestBrowserLink, requestPasswordReset, resendVerification } from "./request-code.ts";
import { resetPassword } from "./reset-password.ts";
import { endOtherSessions, endSession, listSessions, logout, readMe } from "./sessions.ts";
import { updateAccount } from "./update.ts";
import { verifyEmail } from "./verify-email.ts";

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
  resetPassword: publicProcedure
    .input(passwordResetInput)
    .output(z.string())
    .mutation(({ ctx, input }) => resetPassword(ctx, input)),
  update: memberProcedure
    .input(accountChanges)
    .output(z.string())
    .mutation(({ ctx, input }) => updateAccount(ctx, input)),
  deactivate: memberProcedure.output(z.string()).mutation(({ ctx }) => deactivateAccount(ctx)),
  logout: memberProcedure.output(z.void()).mutation(({ ctx }) => logout(ctx)),
  sessions: memberProcedure.output(z.array(openSession)).query(({ ctx }) => listSessions(ctx)),
  endSession: memberProcedure
    .input(sessionId)
    .output(z.void())
    .mutation(({ ctx, input }) => endSession(ctx, input)),
  endOtherSessions: memberProcedure.output(z.void()).mutation(({ ctx }) => endOtherSessions(ctx)),
});
