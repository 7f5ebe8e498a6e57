import { assertConfirmed } from "#server/access/confirmed.ts";
import { assertMay } from "#server/access/rights.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { releaseLinks } from "#server/modules/links/index.ts";
import { indexMember } from "#server/modules/members/index.ts";
import { tellOfSecurity } from "#server/modules/security/index.ts";
import { PLATFORM_NAMES } from "#shared/constants/accounts.ts";
import { PEOPLE, PEOPLE_NOTICES } from "#shared/people-messages.ts";
import type { LinkRemoval } from "#shared/schemas/people.ts";
import { assertNotBeyond, findUser } from "./load.ts";

/**
 * Unlinks an account elsewhere from a member. An account of a game earns no points afterwards, whoever
 * links it [LINK-06].
 * @returns the sentence to show.
 * @throws {AppError} `not_found`; `conflict` where none is linked.
 */
export const removeLinkOf = async (
  ctx: MemberCtx,
  { id, platform, reason }: LinkRemoval,
): Promise<string> => {
  const name = PLATFORM_NAMES[platform];
  await ctx.write(async (tx) => {
    const user = await findUser(tx, id);
    await assertMay(tx, "members");
    assertNotBeyond(tx, user);
    await assertConfirmed(tx);
    const gone = await releaseLinks(tx, { userId: id, platform });
    if (gone.length === 0) throw new AppError("conflict", PEOPLE.nothingLinked(name));
    await tx.audit({ action: "link.removed", subject: id, before: { platform }, note: reason });
    await tellOfSecurity(tx, { userId: id, event: "linkRemoved", detail: name });
    await indexMember(tx, id);
    tx.publish({ type: "account.changed", userId: id });
    const { subject, message } = PEOPLE_NOTICES.linkRemoved(name);
    await tx.notify({
      userIds: [id],
      kind: "news",
      subject,
      message: message + PEOPLE_NOTICES.reason(reason),
      link: "/member/accountsettings?tab=Accounts",
    });
  });
  return PEOPLE.linkRemoved(name);
};
