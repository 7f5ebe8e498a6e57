import { z } from "zod/mini";
import { textThat } from "#client/lib/form-problems.ts";
import { MESSAGES } from "#shared/messages.ts";
import { type NewPassword, passwordProblem } from "#shared/rules/password.ts";

/** A new password and its repetition, as fields of a form. */
export const newPasswordFields = { password: textThat(passwordProblem), confirmation: z.string() };

/** That the two are the same. */
export const isRepeated = z.refine<NewPassword>(
  ({ password, confirmation }) => password === confirmation,
  { path: ["confirmation"], error: MESSAGES.passwordsDiffer },
);

/** Where a call names them otherwise. */
export const RENAMED = {
  newPassword: "password",
  confirmPassword: "confirmation",
  confirmNewPassword: "confirmation",
} as const;
