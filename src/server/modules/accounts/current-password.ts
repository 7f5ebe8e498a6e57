import { eq } from "drizzle-orm";
import { verifyPassword } from "#server/auth/passwords.ts";
import type { MemberCtx, MemberTx } from "#server/context/context.ts";
import { wrongInput } from "#server/core/errors.ts";
import { ACCOUNT } from "#shared/account-messages.ts";
import { noteGuess } from "./note-refusal.ts";
import { countPassword, giveBackPassword, sessionAttempts } from "./password-attempts.ts";

/**
 * Verifies the password of whoever is signed in. Whoever holds nothing but a token still cannot guess it:
 * wrong ones count as failed logins.
 * @param given.field in which it was sent.
 * @param given.whenRight what else is written, in the same transaction, that takes back what was counted.
 * @returns its hash, as it is stored.
 * @throws {AppError} `current_password_wrong`, `too_many_requests`.
 */
export const verifyCurrentPassword = async (
  ctx: MemberCtx,
  password: string,
  { field, whenRight }: { field: string; whenRight: (tx: MemberTx) => Promise<void> },
): Promise<string> => {
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
    throw wrongInput(ACCOUNT.currentPasswordWrong, [field], "current_password_wrong");
  }
  await ctx.write(async (tx) => {
    await giveBackPassword(tx, attempts);
    await whenRight(tx);
  });
  return hash;
};
