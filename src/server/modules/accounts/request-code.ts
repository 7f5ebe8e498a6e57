import { and, eq, type SQL, isNotNull, isNull, ne, or } from "drizzle-orm";
import type { z } from "zod";
import { attemptsByAddress } from "#server/access/attempts.ts";
import type { RequestCtx } from "#server/context/context.ts";
import { LOGIN, NO_MAIL_ANSWERS, PASSWORD_RESET, VERIFICATION } from "#shared/account-messages.ts";
import type { LimitName } from "#shared/constants/limits.ts";
import { emailKeyOf } from "#shared/rules/account-fields.ts";
import type { mailInput } from "#shared/schemas/accounts.ts";
import { assertEmail } from "./assert-input.ts";
import { countMail, isKnownTo } from "./limited.ts";
import { mailCode, type MailedKind } from "./mail-code.ts";
import { whereMailed } from "./without-mail.ts";

type Asked = {
  kind: MailedKind;
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
const requestCode = async (
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
    // Whoever asks for a verification mail of an account that waits is mailed how to claim it.
    const mailed = account?.waitsSince == null ? kind : "reset";
    await mailCode(tx, mailed, { user: account ?? null, isOwners });
  });
};

/**
 * Mails a link that makes the browser known in which it is opened: for the owner of an account whose
 * password others are guessing. Neither the answer nor its time tells whether there is such an account.
 * @throws {AppError} `bad_request` without an email address, `too_many_requests`.
 */
export const requestBrowserLink = async (
  ctx: RequestCtx,
  { email }: z.infer<typeof mailInput>,
): Promise<string> => {
  const { users } = ctx.tables;
  const isDue = and(isNotNull(users.verifiedAt), isNull(users.deactivatedAt));
  await requestCode(ctx, email, { kind: "browser", isDue, limit: "browserMailsByMailbox" });
  return whereMailed(ctx, LOGIN.linkSent, NO_MAIL_ANSWERS.browser);
};

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
  return whereMailed(ctx, PASSWORD_RESET.requested, NO_MAIL_ANSWERS.reset);
};

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
  return whereMailed(ctx, VERIFICATION.sentIfKnown, NO_MAIL_ANSWERS.verification);
};
