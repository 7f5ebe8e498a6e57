import { and, eq, isNotNull, isNull, ne, or, type SQL } from "drizzle-orm";
import type { z } from "zod";
import { attemptsByAddress } from "#server/access/account-changes.ts";
import { assertAllowed } from "#server/auth/limits.ts";
import { reserveCode, reserveNoCode, spendCode } from "#server/auth/one-time-codes.ts";
import type { RequestCtx, Tx } from "#server/context/context.ts";
import { AppError, type ErrorCode } from "#server/core/errors.ts";
import { queueMail, queueNoMail } from "#server/modules/mail/index.ts";
import { LOGIN, NO_MAIL_ANSWERS, PASSWORD_RESET, VERIFICATION } from "#shared/account-messages.ts";
import type { CodeKind } from "#shared/constants/accounts.ts";
import type { LimitName } from "#shared/constants/limits.ts";
import { emailKeyOf } from "#shared/rules/account-fields.ts";
import type { mailInput, verificationInput } from "#shared/schemas/accounts.ts";
import { assertEmail, countMail, isKnownTo, whereMailed } from "./checks.ts";

const REFUSED: Readonly<Record<"unknown" | "expired" | "used", readonly [ErrorCode, string]>> = {
  unknown: ["bad_request", LOGIN.browserCodeInvalid],
  expired: ["bad_request", LOGIN.browserCodeInvalid],
  used: ["code_used", LOGIN.browserCodeUsed],
};

/** The account as this browser is to know it; null where it was closed since. */
const findAccount = async (tx: Tx, userId: string) => {
  const { users } = tx.tables;
  const isOpen = and(isNotNull(users.verifiedAt), isNull(users.deactivatedAt));
  const [found] = await tx
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(and(eq(users.id, userId), isOpen));
  const passwordHash = found?.passwordHash ?? null;
  return passwordHash === null ? null : { userId, passwordHash };
};

/**
 * Spends a code of a mail: from now on the account knows this browser, whose wrong passwords are
 * counted apart from everybody else's.
 * @throws {AppError} `bad_request` for a code that is missing, unknown, expired or used;
 *   `too_many_requests`.
 */
export const confirmBrowser = async (
  ctx: RequestCtx,
  { code }: z.infer<typeof verificationInput>,
): Promise<string> => {
  const { browser } = ctx;
  if (!code) throw new AppError("bad_request", LOGIN.browserCodeInvalid);
  // A code that is refused is no error in here: the try must stay counted.
  const { verdict, outcome, account } = await ctx.write(async (tx) => {
    const verdict = await tx.tryCount(...attemptsByAddress(ctx, "codesByAddress"));
    if (!verdict.allowed) return { verdict, outcome: "unknown" as const, account: null };
    const spent = await spendCode(tx, { code, kind: "browser" });
    if (spent.outcome !== "ok") return { verdict, outcome: spent.outcome, account: null };
    const account = await findAccount(tx, spent.userId);
    if (account !== null)
      await tx.audit({
        actorId: null,
        action: "account.browser_confirmed",
        subject: spent.userId,
      });
    return { verdict, outcome: "unknown" as const, account };
  });
  assertAllowed(verdict);
  if (account === null) throw new AppError(...REFUSED[outcome]);
  browser.remember(account);
  return LOGIN.browserConfirmed;
};

/** What this module mails by itself; other kinds have mails of their own. */
type MailedKind = Extract<CodeKind, "verify" | "reset" | "browser">;

type Addressee = {
  id: string;
  email: string | null;
  firstName: string;
  lastName: string;
  /** Null where nobody has proven yet that the address is theirs. */
  verifiedAt: Date | null;
  /** Since when it waits to be claimed; null or absent for one that does not. */
  waitsSince?: Date | null;
};

/** How a mail greets and addresses a person. */
export const mailboxOf = (
  { firstName, lastName }: Pick<Addressee, "firstName" | "lastName">,
  address: string,
) => ({
  name: `${firstName} ${lastName}`.trim(),
  address,
});

/**
 * As many statements as a mail takes, so that the time does not tell that nobody gets one.
 * @param isAsked whether it was asked already which codes there are.
 */
const mailNobody = async (tx: Tx, isAsked = false): Promise<void> => {
  await reserveNoCode(tx, isAsked);
  await queueNoMail(tx);
};

/**
 * Reserves a code and puts the mail that will carry it into the outbox, in the caller's transaction.
 * @param given.user null where there is nobody to whom it is due.
 * @param given.isOwners whether a browser asks that the account knows.
 * @param given.dueAt when the mail is sent at the earliest; now where nothing is said.
 */
export const mailCode = async (
  tx: Tx,
  kind: MailedKind,
  { user, isOwners = false, dueAt }: { user: Addressee | null; isOwners?: boolean; dueAt?: Date },
): Promise<void> => {
  if (user === null || user.email === null) return mailNobody(tx);
  const code = await reserveCode(tx, { userId: user.id, kind, isOwners, dueAt });
  if (code === null) return mailNobody(tx, true);
  // The owner of the site has brought a waiting account along: its names are nobody's who asks.
  const isProven = user.verifiedAt !== null || user.waitsSince != null;
  // Anybody can register with anybody's address: what they typed is not sent there.
  const to = isProven ? mailboxOf(user, user.email) : { name: "", address: user.email };
  const firstName = isProven && user.firstName !== "" ? user.firstName : null;
  const mail = {
    verify: { template: "verify", data: { code } },
    reset: {
      template: user.waitsSince == null ? "reset" : "claim",
      data: { firstName, token: code },
    },
    browser: { template: "browser", data: { firstName, code } },
  } as const;
  await queueMail(tx, { to, ...mail[kind] }, dueAt);
};

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
