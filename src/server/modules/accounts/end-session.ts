import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { writeAudit } from "#server/auth/audit.ts";
import type { MemberContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { ACCOUNT } from "#shared/messages.ts";
import type { sessionId } from "#shared/schemas/accounts.ts";

/**
 * Signs one browser of one's own out.
 * @throws {AppError} `not_found` for a session that is not, or no longer, one's own.
 */
export const endSession = async (
  ctx: MemberContext,
  { id }: z.infer<typeof sessionId>,
): Promise<void> => {
  const { auth, store } = ctx;
  const { session, userId } = ctx.actor;
  const { sessions } = store.tables;
  await store.write(async (tx) => {
    const [own] = await tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(eq(sessions.id, id), eq(sessions.userId, userId)));
    if (own === undefined) throw new AppError("not_found", ACCOUNT.sessionUnknown);
    await auth.sessions.end(tx, own.id);
    const entry = { actorId: userId, action: "session.ended", subject: userId } as const;
    await writeAudit(ctx, tx, { ...entry, after: { sessions: 1 } });
    tx.publish({ type: "account.changed", userId });
  });
  if (id === session.id) ctx.handOutToken(null);
};
