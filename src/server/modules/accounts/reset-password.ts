import { eq } from "drizzle-orm";
import type { z } from "zod";
import { attemptsByAddress } from "#server/access/attempts.ts";
import { writeAndForgetPerson } from "#server/access/forget-person.ts";
import { assertAllowed, forgetAttempts } from "#server/auth/limits.ts";
import { revokeCodes, spendCode } from "#server/auth/one-time-codes.ts";
import { hashPassword } from "#server/auth/passwords.ts";
import { fingerprintOf, hashOf } from "#server/auth/secrets.ts";
import type { KnownAccount, RequestCtx, Tx } from "#server/context/context.ts";
import { AppError, type ErrorCode, wrongInput } from "#server/core/errors.ts";
import { queueMail } from "#server/modules/mail/index.ts";
import { recoverUser } from "#server/modules/members/index.ts";
import { once } from "#server/store/idempotency.ts";
import { PASSWORD_RESET } from "#shared/account-messages.ts";
import { MESSAGES } from "#shared/messages.ts";
import { passwordProblem } from "#shared/rules/account-fields.ts";
import type { passwordResetInput } from "#shared/schemas/accounts.ts";
import { mailboxOf } from "./mail-code.ts";
import { loginAttempts, type PasswordAttempts } from "./password-attempts.ts";

const REFUSED: Readonly<Record<"unknown" | "expired" | "used", readonly [ErrorCode, string]>> = {
  unknown: ["bad_request", PASSWORD_RESET.tokenInvalid],
  expired: ["bad_request", PASSWORD_RESET.tokenInvalid],
  used: ["code_used", PASSWORD_RESET.tokenUsed],
};

const refused = (sentence: string) => new AppError("bad_request", sentence);

/** Whoever forgot a password has failed before: with the new one they are let in here. */
const forgetFailedLogins = async (
  tx: Tx,
  userId: string,
  counts: PasswordAttempts["counts"],
): Promise<void> => {
  for (const counted of counts)
    if (counted.name !== "loginsByAddress") await forgetAttempts(tx, counted);
  for (const name of ["loginsByAccountFromKnownBrowsers", "completedLoginsByAccount"] as const)
    await forgetAttempts(tx, { name, subject: userId });
};

/** The mailbox was proven: the address is verified, and an account that its owner closed opens. */
const setPassword = async (tx: Tx, userId: string, passwordHash: string) => {
  const { clock, auth } = tx;
  const { users } = tx.tables;
  const [user] = await tx.select().from(users).where(eq(users.id, userId));
  if (user === undefined || user.email === null || user.deactivatedBy === "admin")
    throw refused(PASSWORD_RESET.tokenInvalid);
  const now = clock.now();
  await recoverUser(tx, userId, { passwordHash, verifiedAt: user.verifiedAt ?? now });
  // The first link that is used ends the others.
  await revokeCodes(tx, { userId, kinds: ["reset", "browser"] });
  await auth.sessions.endAll(tx, userId);
  const data = { firstName: user.firstName, changedAt: now.toISOString() };
  const to = mailboxOf(user, user.email);
  await queueMail(tx, { to, template: "password-changed", data });
  const entry = { actorId: null, subject: userId };
  await tx.audit({ action: "account.password_reset", ...entry });
  if (user.verifiedAt === null) await tx.audit({ action: "account.verified", ...entry });
  if (user.deactivatedAt !== null) await tx.audit({ action: "account.reactivated", ...entry });
  tx.publish({ type: "account.changed", userId });
};

/**
 * Sets a new password with the token of a mail, and signs out everywhere. With an idempotency key,
 * whoever lost the answer is answered as the first time.
 * @throws {AppError} `bad_request` for a token that is missing, unknown, expired or used, and for a
 *   password that breaks a rule, which costs no token; `too_many_requests`; `conflict` for a key that was
 *   used for something else.
 */
export const resetPassword = async (
  ctx: RequestCtx,
  { token, newPassword, confirmPassword, idempotencyKey }: z.infer<typeof passwordResetInput>,
): Promise<string> => {
  const { browser } = ctx;
  if (!token) throw refused(PASSWORD_RESET.tokenMissing);
  const problem = passwordProblem(newPassword);
  if (problem !== null) throw wrongInput(problem, ["newPassword"]);
  if (newPassword !== confirmPassword)
    throw wrongInput(MESSAGES.passwordsDiffer, ["confirmPassword"]);
  // Counted by itself: the try counts whatever comes of it, and allows the costly hash.
  const attempts = attemptsByAddress(ctx, "codesByAddress");
  assertAllowed(await ctx.write((tx) => tx.tryCount(...attempts)));
  const passwordHash = await hashPassword(newPassword);
  let account: KnownAccount | null = null;
  const set = async (tx: Tx): Promise<boolean> => {
    const spent = await spendCode(tx, { code: token, kind: "reset" });
    if (spent.outcome !== "ok") throw new AppError(...REFUSED[spent.outcome]);
    await setPassword(tx, spent.userId, passwordHash);
    const { counts } = loginAttempts(ctx, { id: spent.userId, passwordHash: null }, "");
    await forgetFailedLogins(tx, spent.userId, counts);
    account = { userId: spent.userId, passwordHash };
    return true;
  };
  // The token stands nowhere, so the fingerprint of the password tells nobody anything.
  const request = {
    actor: hashOf(`reset ${token}`),
    key: idempotencyKey === undefined ? null : `reset:${idempotencyKey}`,
    content: fingerprintOf(token, newPassword),
  };
  // One of the sessions that end may be this browser's.
  await writeAndForgetPerson(ctx, (tx) => once(tx, request, () => set(tx)));
  // All browsers that knew the account are forgotten; this one has proven the mailbox.
  if (account !== null) browser.remember(account);
  return PASSWORD_RESET.done;
};
