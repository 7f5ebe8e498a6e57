import { and, eq, isNull } from "drizzle-orm";
import type { z } from "zod";
import { VERIFICATION } from "#shared/messages.ts";
import type { mailInput } from "#shared/schemas/accounts.ts";
import { emailKeyOf } from "#server/auth/email-key.ts";
import type { RequestContext } from "#server/context.ts";
import { assertEmail } from "./assert-email.ts";
import { countMail, isKnownTo } from "./limited.ts";
import { mailCode } from "./mail-code.ts";

/**
 * Sends the verification mail again; neither the answer nor its time tells whether an account waits
 * for it.
 * @throws {AppError} `bad_request` without an email address, `too_many_requests`.
 */
export const resendVerification = async (
  ctx: RequestContext,
  { email }: z.infer<typeof mailInput>,
): Promise<string> => {
  assertEmail(email);
  const { users } = ctx.store.tables;
  const emailKey = emailKeyOf(email);
  const isWaiting = and(isNull(users.verifiedAt), isNull(users.deactivatedAt));
  await ctx.store.write(async (tx) => {
    const [waiting] = await tx
      .select()
      .from(users)
      .where(and(eq(users.emailKey, emailKey), isWaiting));
    const isOwners = isKnownTo(ctx, waiting);
    await countMail(ctx, tx, { emailKey, isOwners });
    await mailCode(ctx, tx, "verify", { user: waiting ?? null, isOwners });
  });
  return VERIFICATION.sentIfKnown;
};
