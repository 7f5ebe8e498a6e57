import { writeAndForgetPerson } from "#server/access/forget-person.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { revokeKeysOf } from "#server/modules/bridge/index.ts";
import { queueMail } from "#server/modules/mail/index.ts";
import { assertOtherAdmin, closeUser } from "#server/modules/members/index.ts";
import { ACCOUNT } from "#shared/account-messages.ts";
import { SIGN_IN } from "#shared/messages.ts";
import { mailboxOf } from "./mail-code.ts";

/**
 * Closes one's own account and signs it out everywhere. For 30 days its owner can bring it back with
 * the password-reset mail [ACC-17].
 * @returns the sentence to show.
 * @throws {AppError} `conflict` for the last active Admin.
 */
export const deactivateAccount = async (ctx: MemberCtx): Promise<string> => {
  const { auth, actor } = ctx;
  const { userId, user } = actor;
  await writeAndForgetPerson(ctx, async (tx) => {
    const closed = await closeUser(tx, { userId, by: "owner" });
    if (closed === null) throw new AppError("unauthorized", SIGN_IN.endedElsewhere);
    if (closed.role === "Admin") await assertOtherAdmin(tx, userId);
    await auth.sessions.endAll(tx, userId);
    await tx.audit({
      action: "account.deactivated",
      subject: userId,
      after: { deactivatedBy: "owner" },
    });
    await revokeKeysOf(tx, { userId, reason: "makerDeactivated" });
    await queueMail(tx, {
      to: mailboxOf(user, user.email),
      template: "goodbye",
      data: { firstName: user.firstName, closedAt: closed.closedAt.toISOString() },
    });
  });
  return ACCOUNT.deactivated;
};
