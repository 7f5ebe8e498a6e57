import { assertStillAdmin } from "#server/access/still-admin.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { revokeKeysOf } from "#server/modules/bridge/index.ts";
import { assertOtherAdmin, setRole } from "#server/modules/members/index.ts";
import { ADMINISTRATION } from "#shared/admin-messages.ts";
import type { MakerInput } from "#shared/schemas/administration.ts";
import { findUser } from "./load.ts";

/**
 * Takes the role of an Admin away, one's own too; who has none stays without. It ends no session: the
 * doors of Admins close with the next request [ADMIN-01].
 * Their bridge keys end, but for those that are kept.
 * @returns the sentence to show.
 * @throws {AppError} `not_found`; `conflict` for the last active Admin.
 */
export const demoteUser = async (
  ctx: MemberCtx,
  { id, keptKeyIds = [] }: MakerInput,
): Promise<string> => {
  await ctx.write(async (tx) => {
    const { role } = await findUser(tx, id);
    if (role !== "Admin") return;
    await assertOtherAdmin(tx, id);
    await assertStillAdmin(tx);
    await setRole(tx, { userId: id, from: role, to: "User" });
    const gone = { userId: id, keptKeyIds };
    await revokeKeysOf(tx, { ...gone, reason: "makerDemoted" });
  });
  return ADMINISTRATION.demoted;
};
