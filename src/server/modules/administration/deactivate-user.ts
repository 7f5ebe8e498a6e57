import { eq } from "drizzle-orm";
import { writeAudit } from "#server/auth/audit.ts";
import { assertStillAdmin } from "#server/auth/still-admin.ts";
import type { MemberContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { assertOtherAdmin } from "#server/modules/members/index.ts";
import { ADMINISTRATION } from "#shared/admin-messages.ts";
import type { MakerInput } from "#shared/schemas/administration.ts";
import { revokeKeysOf } from "#server/modules/bridge/index.ts";
import { findUser } from "./load.ts";

const refused = (sentence: string) => new AppError("conflict", sentence);

/**
 * Closes a member's account and signs it out everywhere. Only an Admin brings it back: neither the
 * reset mail does, nor does the clock erase it (facts §2).
 * Their bridge keys end, but for those that are kept.
 * @returns the sentence to show.
 * @throws {AppError} `not_found`; `conflict` for the last active Admin, for oneself, and for an
 *   account that is deactivated already.
 */
export const deactivateUser = async (
  ctx: MemberContext,
  { id, keptKeyIds = [] }: MakerInput,
): Promise<string> => {
  const { store, clock, auth, actor } = ctx;
  const { users } = store.tables;
  await store.write(async (tx) => {
    const { role, deactivatedAt } = await findUser(ctx, tx, id);
    if (deactivatedAt !== null) throw refused(ADMINISTRATION.alreadyDeactivated);
    if (role === "Admin") await assertOtherAdmin(store, tx, id);
    if (id === actor.userId) throw refused(ADMINISTRATION.ownAccount);
    await assertStillAdmin(ctx, tx);
    const closed = { deactivatedAt: clock.now(), deactivatedBy: "admin" } as const;
    await tx.update(users).set(closed).where(eq(users.id, id));
    const sessions = await auth.sessions.endAll(tx, id);
    await writeAudit(ctx, tx, {
      actorId: actor.userId,
      action: "account.deactivated",
      subject: id,
      before: { isActive: true },
      after: { isActive: false, deactivatedBy: "admin", sessions },
    });
    const gone = { userId: id, keptKeyIds, actorId: actor.userId };
    await revokeKeysOf(ctx, tx, { ...gone, reason: "makerDeactivated" });
    tx.publish({ type: "account.changed", userId: id });
  });
  return ADMINISTRATION.deactivated;
};
