import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { dropProofs } from "#server/auth/proofs.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { ACCOUNT } from "#shared/messages.ts";
import type { sessionId } from "#shared/schemas/accounts.ts";

/**
 * Signs one browser of one's own out.
 * @throws {AppError} `not_found` for a session that is not, or no longer, one's own.
 */
export const endSession = async (
  ctx: MemberCtx,
  { id }: z.infer<typeof sessionId>,
): Promise<void> => {
  const { auth, browser } = ctx;
  const { session, userId } = ctx.actor;
  const { sessions } = ctx.tables;
  const isThisBrowsers = id === session.id;
  await ctx.write(async (tx) => {
    const [own] = await tx
      .select({ id: sessions.id })
      .from(sessions)
      .where(and(eq(sessions.id, id), eq(sessions.userId, userId)));
    if (own === undefined) throw new AppError("not_found", ACCOUNT.sessionUnknown);
    await auth.sessions.end(tx, own.id);
    if (isThisBrowsers) await dropProofs(tx, browser.secret);
    await tx.audit({ action: "session.ended", subject: userId, after: { sessions: 1 } });
    tx.publish({ type: "account.changed", userId });
  });
  if (!isThisBrowsers) return;
  browser.forgetPerson();
  ctx.handOutToken(null);
};
