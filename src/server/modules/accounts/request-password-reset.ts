import { isNull, ne, or } from "drizzle-orm";
import type { z } from "zod";
import type { RequestCtx } from "#server/context/context.ts";
import { PASSWORD_RESET } from "#shared/messages.ts";
import type { mailInput } from "#shared/schemas/accounts.ts";
import { requestCode } from "./request-code.ts";

/**
 * Mails a link to set a new password; neither the answer nor its time tells whether there is such
 * an account. One that an Admin closed gets none: an Admin alone brings it back [ACC-18].
 * @throws {AppError} `bad_request` without an email address, `too_many_requests`.
 */
export const requestPasswordReset = async (
  ctx: RequestCtx,
  { email }: z.infer<typeof mailInput>,
): Promise<string> => {
  const { users } = ctx.tables;
  const isDue = or(isNull(users.deactivatedBy), ne(users.deactivatedBy, "admin"));
  await requestCode(ctx, email, { kind: "reset", isDue });
  return PASSWORD_RESET.requested;
};
