import { assertConfirmed } from "#server/access/confirmed.ts";
import { assertStillAdmin } from "#server/access/rights.ts";
import type { Ctx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { resetFactors } from "#server/modules/factors/index.ts";
import { notifyAdmins } from "#server/modules/notifications/index.ts";
import { forgetPasskeys } from "#server/modules/passkeys/index.ts";
import { tellOfSecurity } from "#server/modules/security/index.ts";
import { PEOPLE, PEOPLE_NOTICES } from "#shared/people-messages.ts";
import type { ReasonedInput } from "#shared/schemas/people.ts";
import { needByEmail } from "./admins.ts";
import { type Administrator, assertInUse, findUser } from "./load.ts";

type ResettingCtx = Pick<
  Ctx<Administrator>,
  "actor" | "read" | "write" | "tables" | "config" | "clock"
>;

/**
 * Removes the second factors of a member who has lost them, passkeys included, and signs them out everywhere.
 * They are told by mail, and all Admins where it is an Admin.
 * @returns the sentence to show.
 * @throws {AppError} `not_found`; `conflict` for a deactivated account, for one without a second factor, and for
 *   one's own; `step_up`.
 */
export const resetSecondFactor = (
  ctx: ResettingCtx,
  { id, reason }: ReasonedInput,
): Promise<string> =>
  ctx.write(async (tx) => {
    const user = await findUser(tx, id);
    assertInUse(user);
    if (tx.actor.kind === "member" && tx.actor.userId === id)
      throw new AppError("conflict", PEOPLE.ownFactor);
    await assertStillAdmin(tx);
    await assertConfirmed(tx);
    const hadPasskeys = await forgetPasskeys(tx, id);
    const hadApp = await resetFactors(tx, id);
    if (!hadApp && !hadPasskeys) throw new AppError("conflict", PEOPLE.noFactor);
    await tx.audit({ action: "factor.reset", subject: id, note: reason });
    if (user.role === "Admin")
      await notifyAdmins(tx, {
        ...PEOPLE_NOTICES.adminFactorReset,
        link: "/member/admin/audit",
      });
    await tellOfSecurity(tx, { userId: id, event: "factorReset" });
    return PEOPLE.factorReset;
  });

/** The same by a command. @throws {AppError} as above. */
export const resetSecondFactorOf = async (
  ctx: ResettingCtx,
  { email: given }: { email: string },
): Promise<{ email: string }> => {
  const { id, email } = await needByEmail(ctx.read, given);
  await resetSecondFactor(ctx, { id, reason: "" });
  return { email };
};
