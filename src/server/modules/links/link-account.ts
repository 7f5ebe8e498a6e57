import { and, eq } from "drizzle-orm";
import type { Platform } from "#shared/constants/accounts.ts";
import { countAccountChange, type LimitContext } from "#server/auth/attempts.ts";
import { writeAudit } from "#server/auth/audit.ts";
import { spendProof } from "#server/auth/proofs.ts";
import type { MemberContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { indexMember } from "#server/modules/members/index.ts";
import { creditKeptVotes } from "#server/modules/votes/index.ts";
import type { Tx } from "#server/store/store.ts";
import { findLink } from "./load.ts";
import { linkAnswers, linkRefusals } from "./refusals.ts";
import type { ReleaseContext } from "./release-links.ts";
import { type Account, findRetired } from "./retired.ts";

type LinkContext = ReleaseContext &
  LimitContext & {
    actor: Pick<MemberContext["actor"], "userId">;
    browser: Pick<MemberContext["browser"], "secret"> &
      Partial<Pick<MemberContext["browser"], "name">>;
  };

/** @throws {AppError} `conflict` where the account is another member's. */
const assertFree = async ({ store, actor }: LinkContext, tx: Tx, account: Account) => {
  const { links } = store.tables;
  const { platform, externalId } = account;
  const [owner] = await tx
    .select({ userId: links.userId })
    .from(links)
    .where(and(eq(links.platform, platform), eq(links.externalId, externalId)));
  if (owner !== undefined && owner.userId !== actor.userId)
    throw new AppError("conflict", linkRefusals(platform).taken);
};

/**
 * Makes room for another account: a Discord account is replaced, since nothing depends on it.
 * @throws {AppError} `conflict` for an account of a game, which loses something by being unlinked.
 */
const makeRoom = async (ctx: LinkContext, tx: Tx, platform: Platform) => {
  if (platform !== "discord")
    throw new AppError("conflict", linkRefusals(platform).anotherIsLinked);
  const { links } = ctx.store.tables;
  const { userId } = ctx.actor;
  await tx.delete(links).where(and(eq(links.userId, userId), eq(links.platform, platform)));
  const entry = { actorId: userId, subject: userId, before: { platform } };
  await writeAudit(ctx, tx, { action: "link.removed", ...entry });
};

/**
 * Links an account elsewhere that this browser has just proven.
 * @returns a sentence, which says so if the account earns no points any more.
 * @throws {AppError} `bad_request` where it has not; `conflict` where the account is another
 *   member's, or where this member has linked another one of a game.
 */
export const linkAccount = async (ctx: LinkContext, account: Account): Promise<string> => {
  const { store, clock, browser } = ctx;
  const { userId } = ctx.actor;
  const { platform, externalId } = account;
  const browserSecret = browser.secret;
  const notProven = () => new AppError("bad_request", linkRefusals(platform).notProven);
  if (browserSecret === null) throw notProven();
  const { links } = store.tables;
  return await store.write(async (tx) => {
    const proof = await spendProof(store, tx, clock, { browserSecret, platform, externalId });
    if (proof === null) throw notProven();
    await countAccountChange(ctx, tx, userId);
    await assertFree(ctx, tx, account);
    const present = await findLink(store, tx, { userId, platform });
    const shown = { name: proof.name, imageUrl: proof.imageUrl };
    const isSame = present?.externalId === externalId;
    if (present !== null && !isSame) await makeRoom(ctx, tx, platform);
    if (isSame)
      await tx
        .update(links)
        .set(shown)
        .where(and(eq(links.userId, userId), eq(links.platform, platform)));
    else {
      await tx.insert(links).values({ userId, ...account, ...shown, linkedAt: clock.now() });
      const entry = { actorId: userId, subject: userId, after: { platform } };
      await writeAudit(ctx, tx, { action: "link.added", ...entry });
    }
    await indexMember(store, tx, userId);
    tx.publish({ type: "account.changed", userId });
    const isRetired = (await findRetired(ctx, tx, [account]))(account);
    if (platform !== "discord") {
      const { name } = proof;
      const player = { userId, platform, externalId, name, isEligible: !isRetired };
      await creditKeptVotes(ctx, tx, player);
    }
    const { linked, linkedAgain } = linkAnswers(platform);
    return isRetired ? linkedAgain : linked;
  });
};
