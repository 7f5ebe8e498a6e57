import { and, isNull } from "drizzle-orm";
import type { z } from "zod";
import type { RequestCtx } from "#server/context/context.ts";
import { VERIFICATION } from "#shared/messages.ts";
import type { mailInput } from "#shared/schemas/accounts.ts";
import { requestCode } from "./request-code.ts";

/**
 * Sends the verification mail again; neither the answer nor its time tells whether an account waits
 * for it.
 * @throws {AppError} `bad_request` without an email address, `too_many_requests`.
 */
export const resendVerification = async (
  ctx: RequestCtx,
  { email }: z.infer<typeof mailInput>,
): Promise<string> => {
  const { users } = ctx.tables;
  const isDue = and(isNull(users.verifiedAt), isNull(users.deactivatedAt));
  await requestCode(ctx, email, { kind: "verify", isDue });
  return VERIFICATION.sentIfKnown;
};
