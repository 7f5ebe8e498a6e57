import { dropProofs } from "#server/auth/proofs.ts";
import type { MemberCtx } from "#server/context/context.ts";

/**
 * Ends the session of the browser that asks: from now on its token is worth nothing, and whoever signs
 * in there next cannot link what was proven before.
 */
export const logout = async (ctx: MemberCtx): Promise<void> => {
  const { auth, browser } = ctx;
  const { session, userId } = ctx.actor;
  await ctx.write(async (tx) => {
    await dropProofs(tx, browser.secret);
    if (!(await auth.sessions.end(tx, session.id))) return;
    await tx.audit({ action: "session.ended", subject: userId, after: { sessions: 1 } });
    tx.publish({ type: "account.changed", userId });
  });
  browser.forgetPerson();
  ctx.handOutToken(null);
};
