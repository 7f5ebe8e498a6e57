import { and, eq, ne } from "drizzle-orm";
import type { z } from "zod";
import { countAccountChange } from "#server/access/attempts.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { ACCOUNT } from "#shared/account-messages.ts";
import type { marketingConsent } from "#shared/schemas/members.ts";

/**
 * Whether news may be mailed. What was allowed when can be told from the audit table.
 * @returns the sentence to show.
 */
export const setMarketingConsent = async (
  ctx: MemberCtx,
  { allowMarketingEmails }: z.infer<typeof marketingConsent>,
): Promise<string> => {
  const { userId } = ctx.actor;
  const { users } = ctx.tables;
  await ctx.write(async (tx) => {
    const changed = await tx
      .update(users)
      .set({ allowMarketing: allowMarketingEmails })
      .where(and(eq(users.id, userId), ne(users.allowMarketing, allowMarketingEmails)))
      .returning({ id: users.id });
    if (changed.length === 0) return;
    await countAccountChange(tx);
    await tx.audit({
      action: "account.changed",
      subject: userId,
      before: { allowMarketing: !allowMarketingEmails },
      after: { allowMarketing: allowMarketingEmails },
    });
    tx.publish({ type: "account.changed", userId });
  });
  return ACCOUNT.preferencesUpdated;
};
