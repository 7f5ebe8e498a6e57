import { eq } from "drizzle-orm";
import { countAccountChange } from "#server/auth/attempts.ts";
import { writeAudit } from "#server/auth/audit.ts";
import { hashPassword, verifyPassword } from "#server/auth/passwords.ts";
import type { MemberContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { ACCOUNT, MESSAGES } from "#shared/messages.ts";
import { passwordProblem } from "#shared/rules/password.ts";
import type { AccountChanges } from "#shared/schemas/accounts.ts";
import { assertNotUsedUp } from "./limited.ts";
import { noteGuess } from "./note-guess.ts";
import { mayNote } from "./note-refusal.ts";
import { countPassword, giveBackPassword, sessionAttempts } from "./password-attempts.ts";

const refuse = (sentence: string) => new AppError("bad_request", sentence);

/** Whoever holds a token still cannot guess the password: wrong ones count as failed logins. */
const verifyCurrent = async (ctx: MemberContext, password: string): Promise<string> => {
  const { store, actor } = ctx;
  const { users } = store.tables;
  const attempts = sessionAttempts(ctx);
  const [user] = await store.read.select().from(users).where(eq(users.id, actor.userId));
  await countPassword(ctx, attempts);
  const hash = user?.passwordHash ?? null;
  const isRight = await verifyPassword(password, hash);
  if (!isRight || hash === null) {
    const entry = { actorId: actor.userId, subject: actor.userId };
    await store.write(async (tx) => {
      await noteGuess(ctx, tx, user ?? null, actor.userId);
      if (await mayNote(ctx, tx, "refusalsByAccount", actor.userId))
        await writeAudit(ctx, tx, { action: "account.password_refused", ...entry });
    });
    throw refuse(ACCOUNT.currentPasswordWrong);
  }
  await store.write(async (tx) => {
    await giveBackPassword(ctx, tx, attempts);
    // Whatever becomes of the change: it has cost a hash.
    await countAccountChange(ctx, tx, actor.userId);
  });
  return hash;
};

export type PasswordChange = { oldHash: string; newHash: string };

/**
 * Checks a wish for another password, in the order of facts §4, and hashes it.
 * @returns null where none of the three fields is filled.
 * @throws {AppError} `bad_request` with the sentence of the first check that fails.
 */
export const checkPasswordChange = async (
  ctx: MemberContext,
  { currentPassword, newPassword, confirmNewPassword }: AccountChanges,
): Promise<PasswordChange | null> => {
  if (!currentPassword && !newPassword && !confirmNewPassword) return null;
  if (!currentPassword || !newPassword || !confirmNewPassword)
    throw refuse(ACCOUNT.passwordFieldsMissing);
  await assertNotUsedUp(ctx, "accountChangesByMember", ctx.actor.userId);
  const oldHash = await verifyCurrent(ctx, currentPassword);
  if (newPassword !== confirmNewPassword) throw refuse(MESSAGES.passwordsDiffer);
  const problem = passwordProblem(newPassword);
  if (problem !== null) throw refuse(problem);
  return { oldHash, newHash: await hashPassword(newPassword) };
};
