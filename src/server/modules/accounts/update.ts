import { eq } from "drizzle-orm";
import { countAccountChange } from "#server/access/attempts.ts";
import type { NewSession } from "#server/auth/lucia.ts";
import { revokeCodes } from "#server/auth/one-time-codes.ts";
import { hashPassword, verifyPassword } from "#server/auth/passwords.ts";
import type { MemberCtx, MemberTx } from "#server/context/context.ts";
import { AppError, wrongInput } from "#server/core/errors.ts";
import { queueMail } from "#server/modules/mail/index.ts";
import { indexMember, changeUser } from "#server/modules/members/index.ts";
import { ACCOUNT } from "#shared/account-messages.ts";
import { SIGN_IN, MESSAGES } from "#shared/messages.ts";
import { passwordProblem } from "#shared/rules/account-fields.ts";
import type { AccountChanges } from "#shared/schemas/accounts.ts";
import { assertNames } from "./assert-input.ts";
import { assertNotUsedUp } from "./limited.ts";
import { mailboxOf } from "./mail-code.ts";
import { noteGuess } from "./note-refusal.ts";
import { countPassword, giveBackPassword, sessionAttempts } from "./password-attempts.ts";

/** Whoever holds a token still cannot guess the password: wrong ones count as failed logins. */
const verifyCurrent = async (ctx: MemberCtx, password: string): Promise<string> => {
  const { actor } = ctx;
  const { users } = ctx.tables;
  const attempts = sessionAttempts(ctx);
  const [user] = await ctx.read.select().from(users).where(eq(users.id, actor.userId));
  await countPassword(ctx, attempts);
  const hash = user?.passwordHash ?? null;
  const isRight = await verifyPassword(password, hash);
  if (!isRight || hash === null) {
    await ctx.write(async (tx) => {
      await noteGuess(tx, user ?? null, actor.userId);
      const noted = { name: "refusalsByAccount", subject: actor.userId } as const;
      if ((await tx.tryCount(noted)).allowed)
        await tx.audit({ action: "account.password_refused", subject: actor.userId });
    });
    throw wrongInput(ACCOUNT.currentPasswordWrong, ["currentPassword"], "current_password_wrong");
  }
  await ctx.write(async (tx) => {
    await giveBackPassword(tx, attempts);
    // Whatever becomes of the change: it has cost a hash.
    await countAccountChange(tx);
  });
  return hash;
};

type PasswordChange = { oldHash: string; newHash: string };

/**
 * Checks a wish for another password, by what is wrong first [ACC-15], and hashes it.
 * @returns null where none of the three fields is filled.
 * @throws {AppError} `bad_request` with the sentence of the first check that fails.
 */
const checkPasswordChange = async (
  ctx: MemberCtx,
  { currentPassword, newPassword, confirmNewPassword }: AccountChanges,
): Promise<PasswordChange | null> => {
  if (!currentPassword && !newPassword && !confirmNewPassword) return null;
  if (!currentPassword || !newPassword || !confirmNewPassword)
    throw wrongInput(ACCOUNT.passwordFieldsMissing, [
      ...(currentPassword ? [] : ["currentPassword"]),
      ...(newPassword ? [] : ["newPassword"]),
      ...(confirmNewPassword ? [] : ["confirmNewPassword"]),
    ]);
  await assertNotUsedUp(ctx.read, "accountChangesByMember", ctx.actor.userId);
  const oldHash = await verifyCurrent(ctx, currentPassword);
  if (newPassword !== confirmNewPassword)
    throw wrongInput(MESSAGES.passwordsDiffer, ["confirmNewPassword"]);
  const problem = passwordProblem(newPassword);
  if (problem !== null) throw wrongInput(problem, ["newPassword"]);
  return { oldHash, newHash: await hashPassword(newPassword) };
};

const followPasswordChange = async (
  tx: MemberTx,
  { firstName, lastName }: { firstName: string; lastName: string },
  from: { browser: string; address: string },
): Promise<NewSession> => {
  const { clock, auth } = tx;
  const { userId, user } = tx.actor;
  await tx.audit({ action: "account.password_changed", subject: userId });
  await queueMail(tx, {
    to: mailboxOf({ firstName, lastName }, user.email),
    template: "password-changed",
    data: { firstName, changedAt: clock.now().toISOString() },
  });
  // Whoever else may have asked for a reset, or reads the mails, does not undo it.
  await revokeCodes(tx, { userId, kinds: ["reset", "browser"] });
  await auth.sessions.endAll(tx, userId);
  return auth.sessions.start(tx, { userId, ...from });
};

/** What differs from what is there; a name that is absent or null stays. */
const namesOf = (input: AccountChanges, user: MemberCtx["actor"]["user"]) => {
  const { firstName, lastName } = input;
  return {
    ...(firstName && firstName !== user.firstName ? { firstName } : {}),
    ...(lastName && lastName !== user.lastName ? { lastName } : {}),
  };
};

/**
 * Changes names and password. Another password ends all sessions, and a reset that was asked for;
 * the browser that changes it is handed a new session.
 * @returns the sentence to show.
 * @throws {AppError} `bad_request` with the wrong fields [ACC-15], `current_password_wrong`,
 *   `too_many_requests` after wrong passwords.
 */
export const updateAccount = async (ctx: MemberCtx, input: AccountChanges): Promise<string> => {
  const { auth, actor } = ctx;
  const { userId } = actor;
  const names = namesOf(input, actor.user);
  assertNames(names);
  const password = await checkPasswordChange(ctx, input);
  const isRenamed = Object.keys(names).length > 0;
  if (!isRenamed && password === null) return ACCOUNT.nothingToChange;
  const session = await ctx.write(async (tx) => {
    // A password was counted when the present one was said.
    if (password === null) await countAccountChange(tx);
    const user = await changeUser(tx, userId, { ...names, password });
    // Closed, or given another password, since this request came: its session has ended.
    if (user === null) throw new AppError("unauthorized", SIGN_IN.endedElsewhere);
    if (isRenamed) {
      await tx.audit({ action: "account.changed", subject: userId });
      await indexMember(tx, userId);
    }
    tx.publish({ type: "account.changed", userId });
    if (password === null) return null;
    const from = { browser: ctx.browser.name, address: ctx.network };
    return followPasswordChange(tx, user, from);
  });
  if (session !== null) ctx.handOutToken(await auth.tokens.issue(session));
  // All browsers that knew the account are forgotten with the password, but for this one.
  if (password !== null) ctx.browser.remember({ userId, passwordHash: password.newHash });
  return ACCOUNT.updated;
};
