import type { Platform } from "#shared/constants/accounts.ts";
import { countAccountChange, type LimitContext } from "#server/auth/attempts.ts";
import { writeAudit } from "#server/auth/audit.ts";
import type { MemberContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { indexMember } from "#server/modules/members/index.ts";
import { linkAnswers, linkRefusals } from "./refusals.ts";
import { releaseLinks, type ReleaseContext } from "./release-links.ts";

type UnlinkContext = ReleaseContext &
  LimitContext & { actor: Pick<MemberContext["actor"], "userId"> };

/**
 * Removes one's own link to an account elsewhere; an account of a game earns no points afterwards,
 * whoever links it.
 * @returns a sentence.
 * @throws {AppError} `bad_request` where nothing is linked.
 */
export const unlinkAccount = async (
  ctx: UnlinkContext,
  { platform }: { platform: Platform },
): Promise<string> => {
  const { store } = ctx;
  const { userId } = ctx.actor;
  await store.write(async (tx) => {
    const gone = await releaseLinks(ctx, tx, { userId, platform });
    if (gone.length === 0) throw new AppError("bad_request", linkRefusals(platform).nothingLinked);
    await countAccountChange(ctx, tx, userId);
    const entry = { actorId: userId, subject: userId, before: { platform } };
    await writeAudit(ctx, tx, { action: "link.removed", ...entry });
    await indexMember(store, tx, userId);
    tx.publish({ type: "account.changed", userId });
  });
  return linkAnswers(platform).unlinked;
};
