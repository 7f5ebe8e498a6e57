import { eq } from "drizzle-orm";
import { countAccountChange } from "#server/access/attempts.ts";
import { hashPassword, verifyPassword } from "#server/auth/passwords.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { wrongInput } from "#server/core/errors.ts";
import { ACCOUNT } from "#shared/account-messages.ts";
import { MESSAGES } from "#shared/messages.ts";
import { passwordProblem } from "#shared/rules/account-fields.ts";
import type { AccountChanges } from "#shared/schemas/accounts.ts";
import { assertNotUsedUp } from "./limited.ts";
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

export type PasswordChange = { oldHash: string; newHash: string };

/**
 * Checks a wish for another password, by what is wrong first [ACC-15], and hashes it.
 * @returns null where none of the three fields is filled.
 * @throws {AppError} `bad_request` with the sentence of the first check that fails.
 */
export const checkPasswordChange = async (
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
