import { and, eq, ne } from "drizzle-orm";
import type { z } from "zod";
import { countAccountChange } from "#server/auth/attempts.ts";
import { writeAudit } from "#server/auth/audit.ts";
import type { MemberContext } from "#server/context.ts";
import { ACCOUNT } from "#shared/messages.ts";
import type { marketingConsent } from "#shared/schemas/members.ts";

/**
 * Whether news may be mailed. What was allowed when can be told from the audit table.
 * @returns the sentence to show.
 */
export const setMarketingConsent = async (
  ctx: MemberContext,
  { allowMarketingEmails }: z.infer<typeof marketingConsent>,
): Promise<string> => {
  const { store } = ctx;
  const { userId } = ctx.actor;
  const { users } = store.tables;
  await store.write(async (tx) => {
    const changed = await tx
      .update(users)
      .set({ allowMarketing: allowMarketingEmails })
      .where(and(eq(users.id, userId), ne(users.allowMarketing, allowMarketingEmails)))
      .returning({ id: users.id });
    if (changed.length === 0) return;
    await countAccountChange(ctx, tx, userId);
    await writeAudit(ctx, tx, {
      actorId: userId,
      action: "account.changed",
      subject: userId,
      before: { allowMarketing: !allowMarketingEmails },
      after: { allowMarketing: allowMarketingEmails },
    });
    tx.publish({ type: "account.changed", userId });
  });
  return ACCOUNT.preferencesUpdated;
};
