import { and, eq, isNull, ne, or } from "drizzle-orm";
import type { z } from "zod";
import { PASSWORD_RESET } from "#shared/messages.ts";
import type { mailInput } from "#shared/schemas/accounts.ts";
import { emailKeyOf } from "#server/auth/email-key.ts";
import type { RequestContext } from "#server/context.ts";
import { assertEmail } from "./assert-email.ts";
import { countMail, isKnownTo } from "./limited.ts";
import { mailCode } from "./mail-code.ts";

/**
 * Mails a link to set a new password; neither the answer nor its time tells whether there is such
 * an account. One that an Admin closed gets none: an Admin alone brings it back (facts §2).
 * @throws {AppError} `bad_request` without an email address, `too_many_requests`.
 */
export const requestPasswordReset = async (
  ctx: RequestContext,
  { email }: z.infer<typeof mailInput>,
): Promise<string> => {
  assertEmail(email);
  const { users } = ctx.store.tables;
  const emailKey = emailKeyOf(email);
  const isNotBanned = or(isNull(users.deactivatedBy), ne(users.deactivatedBy, "admin"));
  await ctx.store.write(async (tx) => {
    const [entitled] = await tx
      .select()
      .from(users)
      .where(and(eq(users.emailKey, emailKey), isNotBanned));
    const isOwners = isKnownTo(ctx, entitled);
    await countMail(ctx, tx, { emailKey, isOwners });
    await mailCode(ctx, tx, "reset", { user: entitled ?? null, isOwners });
  });
  return PASSWORD_RESET.requested;
};
