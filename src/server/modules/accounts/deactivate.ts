import type { z } from "zod";
import { assertConfirmed } from "#server/access/confirmed.ts";
import { writeAndForgetPerson } from "#server/access/forget-person.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { revokeKeysOf } from "#server/modules/bridge/index.ts";
import { queueMail } from "#server/modules/mail/index.ts";
import { assertOtherAdmin, closeUser } from "#server/modules/members/index.ts";
import { ACCOUNT, NO_MAIL_ANSWERS } from "#shared/account-messages.ts";
import { SIGN_IN } from "#shared/messages.ts";
import type { accountClosing } from "#shared/schemas/accounts.ts";
import { confirmAlongside } from "./confirm.ts";
import { mailboxOf } from "./mail-code.ts";
import { whereMailed } from "./without-mail.ts";

/**
 * Closes one's own account and signs it out everywhere. For 30 days its owner can bring it back with
 * the password-reset mail [ACC-17].
 * @returns the sentence to show.
 * @throws {AppError} `conflict` for the last active Admin; `step_up`, unless the password comes along,
 *   which may be `current_password_wrong`.
 */
export const deactivateAccount = async (
  ctx: MemberCtx,
  { currentPassword }: z.infer<typeof accountClosing>,
): Promise<string> => {
  await confirmAlongside(ctx, currentPassword);
  const { auth, actor } = ctx;
  const { userId, user } = actor;
  await writeAndForgetPerson(ctx, async (tx) => {
    await assertConfirmed(tx);
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
  return whereMailed(ctx, ACCOUNT.deactivated, NO_MAIL_ANSWERS.deactivated);
};
