import { assertConfirmed } from "#server/access/confirmed.ts";
import { assertStillAdmin } from "#server/access/rights.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { revokeKeysOf } from "#server/modules/bridge/index.ts";
import { setRole, assertOtherAdmin } from "#server/modules/members/index.ts";
import { tellOfSecurity } from "#server/modules/security/index.ts";
import { leaveTeam } from "#server/modules/team/index.ts";
import { ADMINISTRATION } from "#shared/admin-messages.ts";
import { PEOPLE } from "#shared/people-messages.ts";
import type { MakerInput } from "#shared/schemas/administration.ts";
import { assertInUse, findUser } from "./load.ts";

/**
 * Makes a member an Admin; who is one already stays one.
 * @returns the sentence to show.
 * @throws {AppError} `not_found`; `conflict` for a deactivated account, and for one whose address is not
 *   confirmed.
 */
export const promoteUser = async (ctx: MemberCtx, { id }: { id: string }): Promise<string> => {
  await ctx.write(async (tx) => {
    const user = await findUser(tx, id);
    const { role } = user;
    assertInUse(user);
    if (role === "Admin") return;
    if (user.verifiedAt === null) throw new AppError("conflict", PEOPLE.notConfirmed);
    await assertStillAdmin(tx);
    await assertConfirmed(tx);
    await setRole(tx, { userId: id, from: role, to: "Admin" });
    await tellOfSecurity(tx, { userId: id, event: "roleChanged", detail: "Admin" });
  });
  return ADMINISTRATION.promoted;
};

/**
 * Takes the role of an Admin away, one's own too; who has none stays without. It ends no session: the
 * doors of Admins close with the next request [ADMIN-01].
 * Their bridge keys end, but for those that are kept; nobody keeps their own.
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
    await assertConfirmed(tx);
    await setRole(tx, { userId: id, from: role, to: "User" });
    await tellOfSecurity(tx, { userId: id, event: "roleChanged", detail: "Member" });
    // It takes another Admin to vouch for a key whose maker is none any more.
    const kept = id === ctx.actor.userId ? [] : keptKeyIds;
    await revokeKeysOf(tx, { userId: id, keptKeyIds: kept, reason: "makerDemoted" });
    // Roles from before they were an Admin go, too.
    await leaveTeam(tx, id, kept);
  });
  return ADMINISTRATION.demoted;
};
