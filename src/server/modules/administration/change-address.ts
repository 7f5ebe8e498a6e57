import { assertConfirmed } from "#server/access/confirmed.ts";
import { assertStillAdmin } from "#server/access/rights.ts";
import { AppError } from "#server/core/errors.ts";
import { askForAddress } from "#server/modules/accounts/index.ts";
import { ADDRESS, ADDRESS_NOTICE } from "#shared/address-messages.ts";
import type { AddressChange } from "#shared/schemas/people.ts";
import { type ActingCtx, assertInUse, findUser } from "./load.ts";

const refused = (sentence: string) => new AppError("conflict", sentence);

/**
 * Begins the change of a member's address, who has lost the mailbox, say: it changes once it is confirmed at the new
 * one [EMAIL-05]. They are told on the site, and at the old address once it changes.
 * @returns the sentence to show.
 * @throws {AppError} `not_found`; `forbidden` for all but Admins; `conflict` for one's own account, for one
 *   that is deactivated or waits to be claimed, and as `askForAddress` does; `step_up`, `too_many_requests`.
 */
export const changeAddressOf = async (
  ctx: ActingCtx,
  { id, newEmail, reason }: AddressChange,
): Promise<string> => {
  const email = await ctx.write(async (tx) => {
    const user = await findUser(tx, id);
    assertInUse(user);
    if (tx.actor.kind === "member" && tx.actor.userId === id) throw refused(ADDRESS.own);
    await assertStillAdmin(tx);
    if (user.waitsSince !== null) throw refused(ADDRESS.waiting);
    await assertConfirmed(tx);
    const wish = { userId: id, present: user.email, email: newEmail, isByTeam: true };
    const asked = await askForAddress(tx, wish);
    await tx.audit({ action: "account.address_asked", subject: id, note: reason });
    const { contactEmail } = tx.config.community.brand;
    await tx.notify({
      userIds: [id],
      kind: "news",
      subject: ADDRESS_NOTICE.subject,
      message: ADDRESS_NOTICE.message(asked, contactEmail),
      link: "/member/accountsettings",
    });
    tx.publish({ type: "account.changed", userId: id });
    return asked;
  });
  return ADDRESS.askedFor(email);
};
