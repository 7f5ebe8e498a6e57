import { assertStillAdmin } from "#server/auth/still-admin.ts";
import type { MemberContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { setRole } from "#server/modules/members/index.ts";
import { ADMINISTRATION } from "#shared/admin-messages.ts";
import { findUser } from "./load.ts";

/**
 * Makes a member an Admin; who is one already stays one.
 * @returns the sentence to show.
 * @throws {AppError} `not_found`; `conflict` for a deactivated account.
 */
export const promoteUser = async (ctx: MemberContext, { id }: { id: string }): Promise<string> => {
  const { actor } = ctx;
  await ctx.store.write(async (tx) => {
    const { role, deactivatedAt } = await findUser(ctx, tx, id);
    if (deactivatedAt !== null) throw new AppError("conflict", ADMINISTRATION.promoteDeactivated);
    if (role === "Admin") return;
    await assertStillAdmin(ctx, tx);
    await setRole(ctx, tx, { userId: id, from: role, to: "Admin", actorId: actor.userId });
  });
  return ADMINISTRATION.promoted;
};
