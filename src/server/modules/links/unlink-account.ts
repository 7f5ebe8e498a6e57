import type { Platform } from "#shared/constants/accounts.ts";
import { writeAudit } from "#server/auth/audit.ts";
import type { MemberContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { linkRefusals } from "./refusals.ts";
import { releaseLinks, type ReleaseContext } from "./release-links.ts";

type UnlinkContext = ReleaseContext & { actor: Pick<MemberContext["actor"], "userId"> };

/**
 * Removes one's own link to an account elsewhere; an account of a game earns no points afterwards,
 * whoever links it.
 * @throws {AppError} `bad_request` where nothing is linked.
 */
export const unlinkAccount = async (
  ctx: UnlinkContext,
  { platform }: { platform: Platform },
): Promise<void> => {
  const { store, clock } = ctx;
  const { userId } = ctx.actor;
  await store.write(async (tx) => {
    const gone = await releaseLinks(ctx, tx, { userId, platform });
    if (gone.length === 0) throw new AppError("bad_request", linkRefusals(platform).nothingLinked);
    const entry = { actorId: userId, subject: userId, before: { platform } };
    await writeAudit(store, tx, clock, { action: "link.removed", ...entry });
    tx.publish({ type: "account.changed", userId });
  });
};
