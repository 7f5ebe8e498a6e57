import { writeAudit } from "#server/auth/audit.ts";
import type { MemberContext } from "#server/context.ts";

/** Signs all browsers but this one out. */
export const endOtherSessions = async (ctx: MemberContext): Promise<void> => {
  const { auth, store } = ctx;
  const { session, userId } = ctx.actor;
  await store.write(async (tx) => {
    const count = await auth.sessions.endOthers(tx, userId, session.id);
    if (count === 0) return;
    const entry = { actorId: userId, action: "session.ended", subject: userId } as const;
    await writeAudit(ctx, tx, { ...entry, after: { sessions: count } });
    tx.publish({ type: "account.changed", userId });
  });
};
