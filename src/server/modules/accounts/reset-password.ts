import { eq } from "drizzle-orm";
import type { z } from "zod";
import { MESSAGES, PASSWORD_RESET } from "#shared/messages.ts";
import { passwordProblem } from "#shared/rules/password.ts";
import type { passwordResetInput } from "#shared/schemas/accounts.ts";
import { writeAudit } from "#server/auth/audit.ts";
import { assertAllowed, forgetAttempts } from "#server/auth/limits.ts";
import { revokeCodes, spendCode } from "#server/auth/one-time-codes.ts";
import { hashPassword } from "#server/auth/passwords.ts";
import { fingerprintOf, hashOf } from "#server/auth/secrets.ts";
import type { KnownAccount, RequestContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { queueMail } from "#server/modules/mail/index.ts";
import { once } from "#server/store/idempotency.ts";
import type { Tx } from "#server/store/store.ts";
import { countedByAddress } from "./limited.ts";
import { mailboxOf } from "./mail-code.ts";
import { loginAttempts } from "./password-attempts.ts";

const REFUSALS = {
  unknown: PASSWORD_RESET.tokenInvalid,
  expired: PASSWORD_RESET.tokenInvalid,
  used: PASSWORD_RESET.tokenUsed,
} as const;

const refused = (sentence: string) => new AppError("bad_request", sentence);

/** Whoever forgot a password has failed before: with the new one they are let in here. */
const forgetFailedLogins = async (ctx: RequestContext, tx: Tx, userId: string) => {
  const { counts } = loginAttempts(ctx, { id: userId, passwordHash: null }, "");
  for (const { name, subject } of counts)
    if (name !== "loginsByAddress") await forgetAttempts(ctx.store, tx, name, subject);
  for (const name of ["loginsByAccountFromKnownBrowsers", "completedLoginsByAccount"] as const)
    await forgetAttempts(ctx.store, tx, name, userId);
};

/** The mailbox was proven: the address is verified, and an account that its owner closed opens. */
const setPassword = async (ctx: RequestContext, tx: Tx, userId: string, passwordHash: string) => {
  const { store, clock, auth } = ctx;
  const { users } = store.tables;
  const [user] = await tx.select().from(users).where(eq(users.id, userId));
  if (user === undefined || user.email === null || user.deactivatedBy === "admin")
    throw refused(PASSWORD_RESET.tokenInvalid);
  const now = clock.now();
  const verifiedAt = user.verifiedAt ?? now;
  const opened = { verifiedAt, deactivatedAt: null, deactivatedBy: null };
  await tx
    .update(users)
    .set({ passwordHash, ...opened })
    .where(eq(users.id, userId));
  // The first link that is used ends the others.
  for (const kind of ["reset", "browser"] as const) await revokeCodes(store, tx, { userId, kind });
  await auth.sessions.endAll(tx, userId);
  await forgetFailedLogins(ctx, tx, userId);
  const data = { firstName: user.firstName, changedAt: now.toISOString() };
  const to = mailboxOf(user, user.email);
  await queueMail(store, tx, clock, { to, template: "password-changed", data });
  const entry = { actorId: null, subject: userId };
  await writeAudit(ctx, tx, { action: "account.password_reset", ...entry });
  if (user.verifiedAt === null) await writeAudit(ctx, tx, { action: "account.verified", ...entry });
  if (user.deactivatedAt !== null)
    await writeAudit(ctx, tx, { action: "account.reactivated", ...entry });
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
  ctx: RequestContext,
  { token, newPassword, confirmPassword, idempotencyKey }: z.infer<typeof passwordResetInput>,
): Promise<string> => {
  const { store, clock, browser } = ctx;
  if (!token) throw refused(PASSWORD_RESET.tokenMissing);
  const problem = passwordProblem(newPassword);
  if (problem !== null) throw refused(problem);
  if (newPassword !== confirmPassword) throw refused(MESSAGES.passwordsDiffer);
  // Counted by itself: the try counts whatever comes of it, and allows the costly hash.
  assertAllowed(await store.write((tx) => countedByAddress(ctx, tx, "codesByAddress")));
  const passwordHash = await hashPassword(newPassword);
  let account: KnownAccount | null = null;
  const set = async (tx: Tx): Promise<boolean> => {
    const spent = await spendCode(store, tx, clock, { code: token, kind: "reset" });
    if (spent.outcome !== "ok") throw refused(REFUSALS[spent.outcome]);
    await setPassword(ctx, tx, spent.userId, passwordHash);
    account = { userId: spent.userId, passwordHash };
    return true;
  };
  // The token stands nowhere, so the fingerprint of the password tells nobody anything.
  const request = {
    actor: hashOf(`reset ${token}`),
    key: idempotencyKey === undefined ? null : `reset:${idempotencyKey}`,
    content: fingerprintOf(token, newPassword),
  };
  await store.write((tx) => once(store, tx, clock, request, () => set(tx)));
  // All browsers that knew the account are forgotten; this one has proven the mailbox.
  if (account !== null) browser.remember(account);
  return PASSWORD_RESET.done;
};
