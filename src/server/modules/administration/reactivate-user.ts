import { assertStillAdmin } from "#server/access/still-admin.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { openUser } from "#server/modules/members/index.ts";
import { ADMINISTRATION } from "#shared/admin-messages.ts";
import { CLOSED_ACCOUNT_KEPT_MS } from "#shared/constants/accounts.ts";
import { findUser } from "./load.ts";

const refused = (sentence: string) => new AppError("conflict", sentence);

/**
 * Brings an account back that an Admin closed, or that its owner closed within the last 30 days
 * [ACC-18]. Its password is what it was.
 * @returns the sentence to show.
 * @throws {AppError} `not_found`; `conflict` for one that is active, or about to be erased.
 */
export const reactivateUser = async (ctx: MemberCtx, { id }: { id: string }): Promise<string> => {
  const { clock } = ctx;
  await ctx.write(async (tx) => {
    const { deactivatedAt, deactivatedBy } = await findUser(tx, id);
    if (deactivatedAt === null) throw refused(ADMINISTRATION.alreadyActive);
    const agoMs = clock.now().getTime() - deactivatedAt.getTime();
    if (deactivatedBy === "owner" && agoMs >= CLOSED_ACCOUNT_KEPT_MS)
      throw refused(ADMINISTRATION.beingErased);
    await assertStillAdmin(tx);
    await openUser(tx, id);
    await tx.audit({
      action: "account.reactivated",
      subject: id,
      before: { isActive: false, deactivatedBy },
      after: { isActive: true },
    });
    tx.publish({ type: "account.changed", userId: id });
  });
  return ADMINISTRATION.reactivated;
};
