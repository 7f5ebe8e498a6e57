import { assertStillAdmin } from "#server/auth/still-admin.ts";
import type { MemberContext } from "#server/context.ts";
import { assertOtherAdmin, setRole } from "#server/modules/members/index.ts";
import { ADMINISTRATION } from "#shared/admin-messages.ts";
import type { MakerInput } from "#shared/schemas/administration.ts";
import { revokeKeysOf } from "#server/modules/bridge/index.ts";
import { findUser } from "./load.ts";

/**
 * Takes the role of an Admin away, one's own too; who has none stays without. It ends no session: the
 * doors of Admins close with the next request (facts §2).
 * Their bridge keys end, but for those that are kept.
 * @returns the sentence to show.
 * @throws {AppError} `not_found`; `conflict` for the last active Admin.
 */
export const demoteUser = async (
  ctx: MemberContext,
  { id, keptKeyIds = [] }: MakerInput,
): Promise<string> => {
  const { store, actor } = ctx;
  await store.write(async (tx) => {
    const { role } = await findUser(ctx, tx, id);
    if (role !== "Admin") return;
    await assertOtherAdmin(store, tx, id);
    await assertStillAdmin(ctx, tx);
    await setRole(ctx, tx, { userId: id, from: role, to: "User", actorId: actor.userId });
    const gone = { userId: id, keptKeyIds, actorId: actor.userId };
    await revokeKeysOf(ctx, tx, { ...gone, reason: "makerDemoted" });
  });
  return ADMINISTRATION.demoted;
};
