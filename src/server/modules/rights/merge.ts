import { eq } from "drizzle-orm";
import { assertConfirmed } from "#server/access/confirmed.ts";
import { findCode, spendCode } from "#server/auth/one-time-codes.ts";
import type { MemberCtx, MemberTx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { eraseAsked } from "#server/modules/accounts/index.ts";
import { moveAttachments } from "#server/modules/attachments/index.ts";
import { movePlayer } from "#server/modules/bridge/index.ts";
import { moveFigures } from "#server/modules/figures/index.ts";
import { moveLinks } from "#server/modules/links/index.ts";
import { queueMail } from "#server/modules/mail/index.ts";
import {
  askToErase,
  closeUser,
  indexMember,
  noteReceivedPromo,
} from "#server/modules/members/index.ts";
import { moveWrittenNotes } from "#server/modules/notes/index.ts";
import { moveNotices } from "#server/modules/notices/index.ts";
import { moveReads } from "#server/modules/notifications/index.ts";
import { moveOrders } from "#server/modules/orders/index.ts";
import { moveBalance } from "#server/modules/points/index.ts";
import { moveReplies } from "#server/modules/saved-replies/index.ts";
import { moveStrikes } from "#server/modules/strikes/index.ts";
import { moveTickets } from "#server/modules/tickets/index.ts";
import type { Platform } from "#shared/constants/accounts.ts";
import { MERGING } from "#shared/rights-messages.ts";
import { fullName } from "#shared/rules/display-name.ts";
import type { MergeInput, MergePreview, ProvenAccount } from "#shared/schemas/rights.ts";
import { previewOf } from "./merge-preview.ts";
import { findOther, findProven } from "./merge-proof.ts";

const refused = (sentence: string) => new AppError("conflict", sentence);

/** What keeps the two apart, in words; null for nothing. */
const obstacleTo = (preview: MergePreview): string | null => preview.obstacles[0] ?? null;

/**
 * What a merge would move into one's own account, and what stands in its way. Nothing is changed.
 * @throws {AppError} as `mergeAccounts` does.
 */
export const previewMerge = async (ctx: MemberCtx, proof: ProvenAccount): Promise<MergePreview> => {
  const other = await findOther(ctx, proof);
  return ctx.write(async (tx) =>
    previewOf(tx, tx.actor.userId, await findProven(tx, other, proof.code, findCode)),
  );
};

/** Which accounts of the other one are kept where both have one of a platform. */
const chosenOf = (preview: MergePreview, { keepOthers }: MergeInput): ReadonlySet<Platform> => {
  const both = new Set(preview.conflicts.map(({ platform }) => platform));
  return new Set(keepOthers.filter((platform) => both.has(platform)));
};

const tellBoth = async (tx: MemberTx, preview: MergePreview, other: { email: string | null }) => {
  const { users } = tx.tables;
  const { mail } = tx.config;
  const [own] = await tx.select().from(users).where(eq(users.id, tx.actor.userId));
  await tx.notify({
    userIds: [tx.actor.userId],
    kind: "news",
    subject: MERGING.noticeSubject,
    message: MERGING.noticeMessage,
    link: "/member",
  });
  if (mail === null || own === undefined) return;
  const mergedAt = tx.clock.now().toISOString();
  for (const address of [own.email, other.email])
    if (address !== null)
      await queueMail(tx, {
        to: { name: fullName(own), address },
        template: "merged",
        data: { firstName: own.firstName, mergedAt, kept: own.email ?? "", gone: preview.email },
      });
};

/**
 * Moves everything of another account of the same person into one's own, in one transaction, and closes
 * the other for good: its address is free at once, and the rest of it is erased [DATA-07]. Sent again
 * it finds nobody.
 * @returns the sentence to show.
 * @throws {AppError} `forbidden` where the other account is not proven, `conflict` for what stands in the
 *   way, and where it was changed since the preview; `step_up`.
 */
export const mergeAccounts = async (ctx: MemberCtx, input: MergeInput): Promise<string> => {
  const other = await findOther(ctx, input);
  const gone = await ctx.write(async (tx) => {
    const { userId: to } = tx.actor;
    const from = other.userId;
    const user = await findProven(tx, other, input.code, spendCode);
    await assertConfirmed(tx);
    const preview = await previewOf(tx, to, user);
    const obstacle = obstacleTo(preview);
    if (obstacle !== null) throw refused(obstacle);
    if (preview.mark !== input.mark) throw refused(MERGING.changed);
    const move = { from, to };
    await moveLinks(tx, { ...move, replaced: chosenOf(preview, input) });
    await moveBalance(tx, { ...move, reference: `merge:${from}` });
    await moveOrders(tx, move);
    await moveTickets(tx, move);
    await moveFigures(tx, move);
    await moveWrittenNotes(tx, move);
    await moveReplies(tx, move);
    await moveStrikes(tx, move);
    await moveAttachments(tx, move);
    await moveReads(tx, move);
    await moveNotices(tx, move);
    await movePlayer(tx, move);
    if (user.promoReceivedAt !== null)
      await noteReceivedPromo(tx, { userId: to, at: user.promoReceivedAt });
    await closeUser(tx, { userId: from, by: "owner" });
    await askToErase(tx, { userId: from, freesAddress: true });
    await tx.auth.sessions.endAll(tx, from);
    await indexMember(tx, to);
    await tx.audit({ action: "account.merged", subject: to, after: { account: from } });
    await tx.audit({ action: "account.merged", subject: from, after: { account: to } });
    await tellBoth(tx, preview, user);
    tx.publish({ type: "account.changed", userId: to });
    tx.publish({ type: "account.changed", userId: from });
    return user.email;
  });
  await eraseAsked(ctx, other.userId, gone);
  return MERGING.done;
};
