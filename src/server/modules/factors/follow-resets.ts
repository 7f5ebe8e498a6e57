import { eq } from "drizzle-orm";
import type { Ctx, Tx } from "#server/context/context.ts";
import { notifyAdmins } from "#server/modules/notifications/index.ts";
import { PEOPLE_NOTICES } from "#shared/people-messages.ts";
import { forgetFactors } from "./remove.ts";
import { dueResets, takeEnded, warn } from "./resets.ts";

/**
 * Removes all second factors of a member and signs them out everywhere, in the caller's transaction: from
 * now on the password alone opens the account.
 * @returns whether they had any.
 */
export const resetFactors = async (tx: Tx, userId: string): Promise<boolean> => {
  const had = await forgetFactors(tx, userId);
  await tx.auth.sessions.endAll(tx, userId);
  tx.publish({ type: "account.changed", userId });
  return had;
};

/** Removes what else proves a person, which this module does not know, in the caller's transaction. */
type ForgetOthers = (tx: Tx, userId: string) => Promise<unknown>;

/**
 * Warns whose second factors are to be removed, and removes those whose week is over. While the site sends no
 * mail nothing goes on: nobody could be warned.
 * @param forgetOthers removes passkeys, which are lost with the phone as often as not.
 * @param signal stops between two accounts.
 */
export const followResets = async (
  ctx: Ctx,
  forgetOthers: ForgetOthers,
  signal: AbortSignal,
): Promise<void> => {
  const { config, clock } = ctx;
  if (config.mail === null) return;
  for (const userId of await dueResets(ctx.read, clock.now(), "warning")) {
    if (signal.aborted) return;
    await ctx.write((tx) => warn(tx, userId));
  }
  for (const userId of await dueResets(ctx.read, clock.now(), "end")) {
    if (signal.aborted) return;
    await ctx.write(async (tx) => {
      if (!(await takeEnded(tx, userId))) return;
      await forgetOthers(tx, userId);
      await resetFactors(tx, userId);
      await tx.audit({ action: "factor.reset", subject: userId, after: { reason: "reset_week" } });
      const { users } = tx.tables;
      const [user] = await tx.select({ role: users.role }).from(users).where(eq(users.id, userId));
      if (user?.role === "Admin")
        await notifyAdmins(tx, { ...PEOPLE_NOTICES.adminFactorReset, link: "/member/admin/audit" });
    });
  }
};
