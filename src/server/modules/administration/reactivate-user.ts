import { eq } from "drizzle-orm";
import { CLOSED_ACCOUNT_KEPT_MS } from "#shared/constants/accounts.ts";
import { writeAudit } from "#server/auth/audit.ts";
import { assertStillAdmin } from "#server/auth/still-admin.ts";
import type { MemberContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { ADMINISTRATION } from "#shared/admin-messages.ts";
import { findUser } from "./load.ts";

const refused = (sentence: string) => new AppError("conflict", sentence);

/**
 * Brings an account back that an Admin closed, or that its owner closed within the last 30 days
 * (facts §2). Its password is what it was.
 * @returns the sentence to show.
 * @throws {AppError} `not_found`; `conflict` for one that is active, or about to be erased.
 */
export const reactivateUser = async (
  ctx: MemberContext,
  { id }: { id: string },
): Promise<string> => {
  const { store, clock, actor } = ctx;
  const { users } = store.tables;
  await store.write(async (tx) => {
    const { deactivatedAt, deactivatedBy } = await findUser(ctx, tx, id);
    if (deactivatedAt === null) throw refused(ADMINISTRATION.alreadyActive);
    const agoMs = clock.now().getTime() - deactivatedAt.getTime();
    if (deactivatedBy === "owner" && agoMs >= CLOSED_ACCOUNT_KEPT_MS)
      throw refused(ADMINISTRATION.beingErased);
    await assertStillAdmin(ctx, tx);
    const opened = { deactivatedAt: null, deactivatedBy: null };
    await tx.update(users).set(opened).where(eq(users.id, id));
    await writeAudit(ctx, tx, {
      actorId: actor.userId,
      action: "account.reactivated",
      subject: id,
      before: { isActive: false, deactivatedBy },
      after: { isActive: true },
    });
    tx.publish({ type: "account.changed", userId: id });
  });
  return ADMINISTRATION.reactivated;
};
