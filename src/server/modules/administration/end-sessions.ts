import { writeAndForgetPerson } from "#server/access/forget-person.ts";
import { assertMay } from "#server/access/rights.ts";
import type { MemberCtx, MemberTx } from "#server/context/context.ts";
import { ADMINISTRATION } from "#shared/admin-messages.ts";
import { assertNotBeyond, findUser } from "./load.ts";

/**
 * Signs a member out everywhere; oneself too.
 * @returns the sentence to show.
 * @throws {AppError} `not_found`.
 */
export const endSessions = async (ctx: MemberCtx, { id }: { id: string }): Promise<string> => {
  const { auth, actor } = ctx;
  const work = async (tx: MemberTx) => {
    const user = await findUser(tx, id);
    await assertMay(tx, "members");
    assertNotBeyond(tx, user);
    const sessions = await auth.sessions.endAll(tx, id);
    if (sessions === 0) return;
    await tx.audit({ action: "session.ended", subject: id, after: { sessions } });
    tx.publish({ type: "account.changed", userId: id });
  };
  await writeAndForgetPerson(ctx, work, id === actor.userId);
  return ADMINISTRATION.sessionsEnded;
};
