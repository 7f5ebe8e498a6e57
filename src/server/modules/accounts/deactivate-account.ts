import { and, eq, isNull } from "drizzle-orm";
import { dropProofs } from "#server/auth/proofs.ts";
import type { MemberCtx } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { revokeKeysOf } from "#server/modules/bridge/index.ts";
import { queueMail } from "#server/modules/mail/index.ts";
import { assertOtherAdmin } from "#server/modules/members/index.ts";
import { ACCOUNT, LOGIN } from "#shared/messages.ts";
import { mailboxOf } from "./mail-code.ts";

/**
 * Closes one's own account and signs it out everywhere. For 30 days its owner can bring it back with
 * the password-reset mail [ACC-17].
 * @returns the sentence to show.
 * @throws {AppError} `conflict` for the last active Admin.
 */
export const deactivateAccount = async (ctx: MemberCtx): Promise<string> => {
  const { clock, auth, browser, actor } = ctx;
  const { userId, user } = actor;
  const { users } = ctx.tables;
  await ctx.write(async (tx) => {
    const closedAt = clock.now();
    const [closed] = await tx
      .update(users)
      .set({ deactivatedAt: closedAt, deactivatedBy: "owner" })
      .where(and(eq(users.id, userId), isNull(users.deactivatedAt)))
      .returning({ role: users.role });
    if (closed === undefined) throw new AppError("unauthorized", LOGIN.endedElsewhere);
    if (closed.role === "Admin") await assertOtherAdmin(tx, userId);
    await auth.sessions.endAll(tx, userId);
    await dropProofs(tx, browser.secret);
    await tx.audit({
      action: "account.deactivated",
      subject: userId,
      after: { deactivatedBy: "owner" },
    });
    await revokeKeysOf(tx, { userId, reason: "makerDeactivated" });
    await queueMail(tx, {
      to: mailboxOf(user, user.email),
      template: "goodbye",
      data: { firstName: user.firstName, closedAt: closedAt.toISOString() },
    });
  });
  browser.forgetPerson();
  ctx.handOutToken(null);
  return ACCOUNT.deactivated;
};
