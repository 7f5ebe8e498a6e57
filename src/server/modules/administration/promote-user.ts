import { assertStillAdmin } from "#server/access/still-admin.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { setRole } from "#server/modules/members/index.ts";
import { ADMINISTRATION } from "#shared/admin-messages.ts";
import { findUser } from "./load.ts";

/**
 * Makes a member an Admin; who is one already stays one.
 * @returns the sentence to show.
 * @throws {AppError} `not_found`; `conflict` for a deactivated account.
 */
export const promoteUser = async (ctx: MemberCtx, { id }: { id: string }): Promise<string> => {
  await ctx.write(async (tx) => {
    const { role, deactivatedAt } = await findUser(tx, id);
    if (deactivatedAt !== null) throw new AppError("conflict", ADMINISTRATION.promoteDeactivated);
    if (role === "Admin") return;
    await assertStillAdmin(tx);
    await setRole(tx, { userId: id, from: role, to: "Admin" });
  });
  return ADMINISTRATION.promoted;
};
