import { and, eq, type SQL } from "drizzle-orm";
import { attemptsByAddress } from "#server/access/attempts.ts";
import { emailKeyOf } from "#server/auth/email-key.ts";
import type { RequestCtx } from "#server/context/context.ts";
import type { CodeKind } from "#shared/constants/accounts.ts";
import type { LimitName } from "#shared/constants/limits.ts";
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
  ctx: RequestCtx,
  email: string | null | undefined,
  { kind, isDue, limit }: Asked,
): Promise<void> => {
  assertEmail(email);
  const { users } = ctx.tables;
  const emailKey = emailKeyOf(email);
  await ctx.write(async (tx) => {
    const [account] = await tx
      .select()
      .from(users)
      .where(and(eq(users.emailKey, emailKey), isDue));
    const isOwners = isKnownTo(ctx, account);
    await countMail(tx, { emailKey, isOwners }, attemptsByAddress(ctx, "mailsByAddress"), limit);
    await mailCode(tx, kind, { user: account ?? null, isOwners });
  });
};
