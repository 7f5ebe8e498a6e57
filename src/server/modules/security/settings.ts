import { eq } from "drizzle-orm";
import { assertConfirmed, countAccountChange } from "#server/access/account-changes.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { setMailsOfLinks } from "#server/modules/members/index.ts";
import { SIGN_IN } from "#shared/messages.ts";
import type { SecurityMailSettings } from "#shared/schemas/preferences.ts";
import { SECURITY_MAIL_SETTINGS } from "#shared/security-messages.ts";

/** Which security mails the member gets, of those that can be switched off. */
export const readMailSettings = async ({
  tables,
  read,
  actor,
}: MemberCtx): Promise<SecurityMailSettings> => {
  const { users } = tables;
  const [found] = await read
    .select({ aboutLinks: users.mailsOfLinks })
    .from(users)
    .where(eq(users.id, actor.userId));
  if (found === undefined) throw new AppError("unauthorized", SIGN_IN.endedElsewhere);
  return found;
};

/**
 * Switches the mails about links on or off [SAFE-07].
 * @returns the sentence to show.
 * @throws {AppError} `step_up` to switch them off, `too_many_requests`.
 */
export const changeMailSettings = async (
  ctx: MemberCtx,
  { aboutLinks }: SecurityMailSettings,
): Promise<string> => {
  const { userId } = ctx.actor;
  await ctx.write(async (tx) => {
    // Nobody who has found a browser that is logged in silences the mails that would tell its owner.
    if (!aboutLinks) await assertConfirmed(tx);
    if (!(await setMailsOfLinks(tx, userId, aboutLinks))) return;
    await countAccountChange(tx);
    await tx.audit({
      action: "account.changed",
      subject: userId,
      before: { mailsOfLinks: !aboutLinks },
      after: { mailsOfLinks: aboutLinks },
    });
    tx.publish({ type: "account.changed", userId });
  });
  return SECURITY_MAIL_SETTINGS.saved;
};
