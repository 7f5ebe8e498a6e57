import { countAccountChange } from "#server/access/attempts.ts";
import { assertConfirmed } from "#server/access/confirmed.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { indexMember } from "#server/modules/members/index.ts";
import { tellOfSecurity } from "#server/modules/security/index.ts";
import { assertMayUnlink } from "#server/modules/strikes/index.ts";
import { type Platform, PLATFORM_NAMES } from "#shared/constants/accounts.ts";
import { linkAnswers, linkRefusals } from "./refusals.ts";
import { releaseLinks } from "./release.ts";

/**
 * Removes one's own link to an account elsewhere; an account of a game earns no points afterwards,
 * whoever links it.
 * @returns a sentence.
 * @throws {AppError} `bad_request` where nothing is linked; `strike` for an account of a game while a strike
 *   forbids playing.
 */
export const unlinkAccount = async (
  ctx: MemberCtx,
  { platform }: { platform: Platform },
): Promise<string> => {
  const { userId } = ctx.actor;
  await ctx.write(async (tx) => {
    await assertConfirmed(tx);
    if (platform !== "discord") await assertMayUnlink(tx);
    const gone = await releaseLinks(tx, { userId, platform });
    if (gone.length === 0) throw new AppError("bad_request", linkRefusals(platform).nothingLinked);
    await countAccountChange(tx);
    await tx.audit({ action: "link.removed", subject: userId, before: { platform } });
    await tellOfSecurity(tx, { userId, event: "linkRemoved", detail: PLATFORM_NAMES[platform] });
    await indexMember(tx, userId);
    tx.publish({ type: "account.changed", userId });
  });
  return linkAnswers(platform).unlinked;
};
