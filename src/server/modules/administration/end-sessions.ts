import { assertStillAdmin } from "#server/access/still-admin.ts";
import { dropProofs } from "#server/auth/proofs.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { ADMINISTRATION } from "#shared/admin-messages.ts";
import { findUser } from "./load.ts";

/**
 * Signs a member out everywhere; oneself too.
 * @returns the sentence to show.
 * @throws {AppError} `not_found`.
 */
export const endSessions = async (ctx: MemberCtx, { id }: { id: string }): Promise<string> => {
  const { auth, browser, actor } = ctx;
  const isOwn = id === actor.userId;
  await ctx.write(async (tx) => {
    await findUser(tx, id);
    await assertStillAdmin(tx);
    const sessions = await auth.sessions.endAll(tx, id);
    if (isOwn) await dropProofs(tx, browser.secret);
    if (sessions === 0) return;
    await tx.audit({ action: "session.ended", subject: id, after: { sessions } });
    tx.publish({ type: "account.changed", userId: id });
  });
  if (isOwn) {
    browser.forgetPerson();
    ctx.handOutToken(null);
  }
  return ADMINISTRATION.sessionsEnded;
};
