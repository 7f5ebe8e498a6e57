import { and, eq, isNull } from "drizzle-orm";
import { assertConfirmed } from "#server/access/account-changes.ts";
import { assertStillAdmin } from "#server/access/rights.ts";
import type { MemberCtx, MemberTx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { eraseAsked } from "#server/modules/accounts/index.ts";
import { revokeKeysOf } from "#server/modules/bridge/index.ts";
import { queueMail } from "#server/modules/mail/index.ts";
import {
  askToErase,
  assertOtherAdmin,
  closeUser,
  revokeAdminsLinks,
} from "#server/modules/members/index.ts";
import { ADMINISTRATION } from "#shared/admin-messages.ts";
import { ERASING } from "#shared/rights-messages.ts";
import { emailKeyOf } from "#shared/rules/account-fields.ts";
import { fullName } from "#shared/rules/lines.ts";
import type { EraseInput } from "#shared/schemas/administration.ts";

type Erased = {
  email: string | null;
  firstName: string;
  lastName: string;
  verifiedAt: Date | null;
};

/** Tells whoever has proven the address; it is the last mail to them. */
const tellErased = async (tx: MemberTx, user: Erased): Promise<void> => {
  const { email: address, firstName, verifiedAt } = user;
  if (address === null || verifiedAt === null || tx.config.mail === null) return;
  await queueMail(tx, {
    to: { name: fullName(user), address },
    template: "erased",
    data: { firstName, erasedAt: tx.clock.now().toISOString() },
  });
};

/**
 * Erases the personal data of a member at once, on their request [DATA-05]. It is closed in one
 * transaction; what is removed in several goes on with the next run of the job, should this one end.
 * @returns the sentence to show.
 * @throws {AppError} `not_found` for an unknown account and one that is erased; `conflict` for the last
 *   Admin, for oneself, and where the address that was typed is another one; `step_up`.
 */
export const eraseMember = async (
  ctx: MemberCtx,
  { id, email, reason }: EraseInput,
): Promise<string> => {
  const { auth, actor } = ctx;
  await ctx.write(async (tx) => {
    const { users } = tx.tables;
    const [user] = await tx
      .select({
        email: users.email,
        role: users.role,
        firstName: users.firstName,
        lastName: users.lastName,
        verifiedAt: users.verifiedAt,
      })
      .from(users)
      .where(and(eq(users.id, id), isNull(users.erasedAt)));
    if (user === undefined) throw new AppError("not_found", ADMINISTRATION.unknown);
    if (id === actor.userId) throw new AppError("conflict", ERASING.own);
    if (emailKeyOf(email) !== emailKeyOf(user.email ?? ""))
      throw new AppError("conflict", ERASING.changed);
    if (user.role === "Admin") await assertOtherAdmin(tx, id);
    await assertStillAdmin(tx);
    await assertConfirmed(tx);
    await tellErased(tx, user);
    await closeUser(tx, { userId: id, by: "admin" });
    await askToErase(tx, { userId: id });
    if (user.role === "Admin") await revokeAdminsLinks(tx);
    await auth.sessions.endAll(tx, id);
    await tx.audit({ action: "account.erasure_asked", subject: id, after: { reason } });
    await revokeKeysOf(tx, { userId: id, reason: "makerDeactivated" });
    tx.publish({ type: "account.changed", userId: id });
  });
  await eraseAsked(ctx, id);
  return ERASING.done;
};
