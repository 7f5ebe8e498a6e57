import { writeAudit } from "#server/auth/audit.ts";
import type { MemberContext } from "#server/context.ts";

/** Ends the session of the browser that asks: from now on its token is worth nothing. */
export const logout = async (ctx: MemberContext): Promise<void> => {
  const { auth, clock, store } = ctx;
  const { session, userId } = ctx.actor;
  await store.write(async (tx) => {
    if (!(await auth.sessions.end(tx, session.id))) return;
    const entry = { actorId: userId, action: "session.ended", subject: userId } as const;
    await writeAudit(store, tx, clock, { ...entry, after: { sessions: 1 } });
    tx.publish({ type: "account.changed", userId });
  });
  ctx.handOutToken(null);
};
