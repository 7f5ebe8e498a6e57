import type { MemberCtx } from "#server/context/context.ts";

/** Signs all browsers but this one out. */
export const endOtherSessions = async (ctx: MemberCtx): Promise<void> => {
  const { auth } = ctx;
  const { session, userId } = ctx.actor;
  await ctx.write(async (tx) => {
    const count = await auth.sessions.endOthers(tx, userId, session.id);
    if (count === 0) return;
    await tx.audit({ action: "session.ended", subject: userId, after: { sessions: count } });
    tx.publish({ type: "account.changed", userId });
  });
};
