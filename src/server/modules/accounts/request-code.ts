import { and, eq, type SQL } from "drizzle-orm";
import type { CodeKind } from "#shared/constants/accounts.ts";
import type { LimitName } from "#shared/constants/limits.ts";
import { emailKeyOf } from "#server/auth/email-key.ts";
import type { RequestContext } from "#server/context.ts";
import { assertEmail } from "./assert-email.ts";
import { countMail, isKnownTo } from "./limited.ts";
import { mailCode } from "./mail-code.ts";

type Asked = {
  kind: CodeKind;
  /** What must be true of the account; others get no mail. */
  isDue: SQL | undefined;
  /** By which strangers are counted, for the mailbox. */
  limit?: LimitName;
};

/**
 * Mails a code to whoever has an account with this address; neither the end of it nor its time tells
 * whether somebody has.
 * @throws {AppError} `bad_request` without an email address, `too_many_requests`.
 */
export const requestCode = async (
  ctx: RequestContext,
  email: string | null | undefined,
  { kind, isDue, limit }: Asked,
): Promise<void> => {
  assertEmail(email);
  const { users } = ctx.store.tables;
  const emailKey = emailKeyOf(email);
  await ctx.store.write(async (tx) => {
    const [account] = await tx
      .select()
      .from(users)
      .where(and(eq(users.emailKey, emailKey), isDue));
    const isOwners = isKnownTo(ctx, account);
    await countMail(ctx, tx, { emailKey, isOwners }, limit);
    await mailCode(ctx, tx, kind, { user: account ?? null, isOwners });
  });
};
