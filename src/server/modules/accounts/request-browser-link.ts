import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { z } from "zod";
import { LOGIN } from "#shared/messages.ts";
import type { mailInput } from "#shared/schemas/accounts.ts";
import { emailKeyOf } from "#server/auth/email-key.ts";
import type { RequestContext } from "#server/context.ts";
import { assertEmail } from "./assert-email.ts";
import { countMail, isKnownTo } from "./limited.ts";
import { mailCode } from "./mail-code.ts";

/**
 * Mails a link that makes the browser known in which it is opened: for the owner of an account whose
 * password others are guessing. Neither the answer nor its time tells whether there is such an account.
 * @throws {AppError} `bad_request` without an email address, `too_many_requests`.
 */
export const requestBrowserLink = async (
  ctx: RequestContext,
  { email }: z.infer<typeof mailInput>,
): Promise<string> => {
  assertEmail(email);
  const { users } = ctx.store.tables;
  const emailKey = emailKeyOf(email);
  const isOpen = and(isNotNull(users.verifiedAt), isNull(users.deactivatedAt));
  await ctx.store.write(async (tx) => {
    const [entitled] = await tx
      .select()
      .from(users)
      .where(and(eq(users.emailKey, emailKey), isOpen));
    const isOwners = isKnownTo(ctx, entitled);
    await countMail(ctx, tx, { emailKey, isOwners }, "browserMailsByMailbox");
    await mailCode(ctx, tx, "browser", { user: entitled ?? null, isOwners });
  });
  return LOGIN.linkSent;
};
