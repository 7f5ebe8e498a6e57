import { writeAudit } from "#server/auth/audit.ts";
import { dropProofs } from "#server/auth/proofs.ts";
import type { MemberContext } from "#server/context.ts";

/**
 * Ends the session of the browser that asks: from now on its token is worth nothing, and whoever signs
 * in there next cannot link what was proven before.
 */
export const logout = async (ctx: MemberContext): Promise<void> => {
  const { auth, browser, store } = ctx;
  const { session, userId } = ctx.actor;
  await store.write(async (tx) => {
    if (browser.secret !== null) await dropProofs(store, tx, browser.secret);
    if (!(await auth.sessions.end(tx, session.id))) return;
    const entry = { actorId: userId, action: "session.ended", subject: userId } as const;
    await writeAudit(ctx, tx, { ...entry, after: { sessions: 1 } });
    tx.publish({ type: "account.changed", userId });
  });
  browser.forgetSecret();
  browser.forgetFlows();
  ctx.handOutToken(null);
};
