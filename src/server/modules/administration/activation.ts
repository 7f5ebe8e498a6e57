import { assertConfirmed } from "#server/access/confirmed.ts";
import { assertMay } from "#server/access/rights.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { revokeKeysOf } from "#server/modules/bridge/index.ts";
import {
  assertOtherAdmin,
  closeUser,
  openUser,
  revokeAdminsLinks,
} from "#server/modules/members/index.ts";
import { tellOfSecurity } from "#server/modules/security/index.ts";
import { ADMINISTRATION } from "#shared/admin-messages.ts";
import { CLOSED_ACCOUNT_KEPT_MS } from "#shared/constants/accounts.ts";
import type { MakerInput } from "#shared/schemas/administration.ts";
import { assertNotBeyond, findUser } from "./load.ts";

const refused = (sentence: string) => new AppError("conflict", sentence);

/**
 * Closes a member's account and signs it out everywhere. Only an Admin brings it back: neither the
 * reset mail does, nor does the clock erase it [ACC-18].
 * Their bridge keys end, but for those that are kept.
 * @returns the sentence to show.
 * @throws {AppError} `not_found`; `conflict` for the last active Admin, for oneself, and for an
 *   account that is deactivated already; `step_up`.
 */
export const deactivateUser = async (
  ctx: MemberCtx,
  { id, keptKeyIds = [] }: MakerInput,
): Promise<string> => {
  const { auth, actor } = ctx;
  await ctx.write(async (tx) => {
    const user = await findUser(tx, id);
    const { role, deactivatedAt } = user;
    if (deactivatedAt !== null) throw refused(ADMINISTRATION.alreadyDeactivated);
    if (role === "Admin") await assertOtherAdmin(tx, id);
    if (id === actor.userId) throw refused(ADMINISTRATION.ownAccount);
    await assertMay(tx, "members");
    assertNotBeyond(tx, user);
    await assertConfirmed(tx);
    await closeUser(tx, { userId: id, by: "admin" });
    if (role === "Admin") await revokeAdminsLinks(tx);
    const sessions = await auth.sessions.endAll(tx, id);
    await tx.audit({
      action: "account.deactivated",
      subject: id,
      before: { isActive: true },
      after: { isActive: false, deactivatedBy: "admin", sessions },
    });
    await tellOfSecurity(tx, { userId: id, event: "accountClosed" });
    const gone = { userId: id, keptKeyIds };
    await revokeKeysOf(tx, { ...gone, reason: "makerDeactivated" });
    tx.publish({ type: "account.changed", userId: id });
  });
  return ADMINISTRATION.deactivated;
};

/**
 * Brings an account back that an Admin closed, or that its owner closed within the last 30 days
 * [ACC-18]. Its password is what it was.
 * @returns the sentence to show.
 * @throws {AppError} `not_found`; `conflict` for one that is active, or about to be erased; `step_up` for
 *   one that was closed by an Admin.
 */
export const reactivateUser = async (ctx: MemberCtx, { id }: { id: string }): Promise<string> => {
  const { clock } = ctx;
  await ctx.write(async (tx) => {
    const user = await findUser(tx, id);
    const { deactivatedAt, deactivatedBy, eraseAskedAt } = user;
    if (deactivatedAt === null) throw refused(ADMINISTRATION.alreadyActive);
    if (eraseAskedAt !== null) throw refused(ADMINISTRATION.beingErased);
    const agoMs = clock.now().getTime() - deactivatedAt.getTime();
    if (deactivatedBy === "owner" && agoMs >= CLOSED_ACCOUNT_KEPT_MS)
      throw refused(ADMINISTRATION.beingErased);
    await assertMay(tx, "members");
    assertNotBeyond(tx, user);
    if (deactivatedBy === "admin") await assertConfirmed(tx);
    await openUser(tx, id);
    await tx.audit({
      action: "account.reactivated",
      subject: id,
      before: { isActive: false, deactivatedBy },
      after: { isActive: true },
    });
    await tellOfSecurity(tx, { userId: id, event: "accountReopened" });
    tx.publish({ type: "account.changed", userId: id });
  });
  return ADMINISTRATION.reactivated;
};
