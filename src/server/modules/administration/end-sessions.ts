import { writeAudit } from "#server/auth/audit.ts";
import { assertStillAdmin } from "#server/auth/still-admin.ts";
import type { MemberContext } from "#server/context.ts";
import { ADMINISTRATION } from "#shared/admin-messages.ts";
import { findUser } from "./load.ts";

/**
 * Signs a member out everywhere; oneself too.
 * @returns the sentence to show.
 * @throws {AppError} `not_found`.
 */
export const endSessions = async (ctx: MemberContext, { id }: { id: string }): Promise<string> => {
  const { store, auth, actor } = ctx;
  await store.write(async (tx) => {
    await findUser(ctx, tx, id);
    await assertStillAdmin(ctx, tx);
    const sessions = await auth.sessions.endAll(tx, id);
    if (sessions === 0) return;
    const entry = { actorId: actor.userId, action: "session.ended", subject: id } as const;
    await writeAudit(ctx, tx, { ...entry, after: { sessions } });
    tx.publish({ type: "account.changed", userId: id });
  });
  if (id === actor.userId) ctx.handOutToken(null);
  return ADMINISTRATION.sessionsEnded;
};
