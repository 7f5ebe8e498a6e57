import { and, count, eq, gt, isNull } from "drizzle-orm";
import { assertConfirmed } from "#server/access/account-changes.ts";
import { assertStillAdmin } from "#server/access/rights.ts";
import { authenticate } from "#server/auth/auth.ts";
import {
  type CodeOutcome,
  findCode,
  reserveCode,
  spendCode,
  typedCodeIn,
} from "#server/auth/one-time-codes.ts";
import type { MemberCtx, MemberTx, Tx } from "#server/context/context.ts";
import { AppError, wrongInput } from "#server/core/errors.ts";
import { eraseAsked } from "#server/modules/accounts/index.ts";
import { moveAttachments } from "#server/modules/attachments/index.ts";
import { movePlayer, revokeKeysOf } from "#server/modules/bridge/index.ts";
import { hasFactor } from "#server/modules/factors/index.ts";
import { moveLinks } from "#server/modules/links/index.ts";
import { queueMail } from "#server/modules/mail/index.ts";
import {
  askToErase,
  assertOtherAdmin,
  closeUser,
  indexMember,
  noteReceivedPromo,
  revokeAdminsLinks,
} from "#server/modules/members/index.ts";
import { moveNotices } from "#server/modules/notices/index.ts";
import { moveReads } from "#server/modules/notifications/index.ts";
import { moveOrders } from "#server/modules/orders/index.ts";
import { moveBalance, readBalance } from "#server/modules/points/index.ts";
import { moveFigures, moveReplies, moveWrittenNotes } from "#server/modules/queue/index.ts";
import { findStruck, moveStrikes } from "#server/modules/strikes/index.ts";
import { moveTickets } from "#server/modules/tickets/index.ts";
import type { Tables } from "#server/store/store.ts";
import { ADMINISTRATION } from "#shared/admin-messages.ts";
import { MERGE_PROOF_MS, type Platform } from "#shared/constants/accounts.ts";
import { ERASING, MERGING } from "#shared/rights-messages.ts";
import { emailKeyOf } from "#shared/rules/account-fields.ts";
import { fullName } from "#shared/rules/lines.ts";
import type {
  EraseInput,
  MergeInput,
  MergePreview,
  OtherAccount,
  ProvenAccount,
} from "#shared/schemas/administration.ts";
import { STRIKES } from "#shared/strike-messages.ts";

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

type User = Tables["users"]["$inferSelect"];

const linksOf = async (tx: Tx, userId: string) => {
  const { links: t } = tx.tables;
  return tx
    .select({ platform: t.platform, externalId: t.externalId, name: t.name })
    .from(t)
    .where(eq(t.userId, userId));
};

/** The tiers whose subscription goes on at the store. */
const subscribedOf = async (tx: Tx, userId: string): Promise<ReadonlySet<string>> => {
  const { subscriptions: t } = tx.tables;
  const rows = await tx
    .select({ tier: t.tier })
    .from(t)
    .where(and(eq(t.userId, userId), eq(t.state, "active")));
  return new Set(rows.map(({ tier }) => tier));
};

const countOf = async (rows: PromiseLike<readonly { count: number }[]>): Promise<number> =>
  (await rows)[0]?.count ?? 0;

/**
 * What a merge would move, in the caller's transaction.
 * @param to who keeps their account.
 * @param other the account that goes.
 */
const previewOf = async (tx: Tx, to: string, other: User): Promise<MergePreview> => {
  const { tickets, orders, memberships, notificationReads, teamMembers } = tx.tables;
  const from = other.id;
  const [own, others] = [await linksOf(tx, to), await linksOf(tx, from)];
  const mine = new Map(own.map((link) => [link.platform, link]));
  const conflicts = others.flatMap((link) => {
    const present = mine.get(link.platform);
    return present === undefined
      ? []
      : [{ platform: link.platform, mine: present.name, other: link.name }];
  });
  const running = await tx
    .select({ tier: memberships.tier, endsAt: memberships.endsAt })
    .from(memberships)
    .where(and(eq(memberships.userId, from), gt(memberships.endsAt, tx.clock.now())));
  const theirs = await subscribedOf(tx, from);
  const both = [...(await subscribedOf(tx, to))].filter((tier) => theirs.has(tier));
  const roles = await tx.select().from(teamMembers).where(eq(teamMembers.userId, from)).limit(1);
  // Whose address was changed behind their back has a week to take the account back; a merge erases it.
  const { addressChanges } = tx.tables;
  const changed = await tx
    .select({ id: addressChanges.id })
    .from(addressChanges)
    .where(and(eq(addressChanges.userId, from), gt(addressChanges.until, tx.clock.now())))
    .limit(1);
  const titles = new Map(tx.config.community.tiers.map(({ key, title }) => [key, title]));
  const banned = await findStruck(tx, [to, from], "playing");
  // One of the two accounts would be unlinked, and with it the ban.
  const losesBan = banned.size > 0 && conflicts.some(({ platform }) => platform !== "discord");
  const found = {
    email: other.email ?? "",
    points: await readBalance(tx, from),
    orders: await countOf(
      tx.select({ count: count() }).from(orders).where(eq(orders.userId, from)),
    ),
    tickets: await countOf(
      tx.select({ count: count() }).from(tickets).where(eq(tickets.createdBy, from)),
    ),
    notifications: await countOf(
      tx
        .select({ count: count() })
        .from(notificationReads)
        .where(eq(notificationReads.userId, from)),
    ),
    links: others
      .filter(({ platform }) => !mine.has(platform))
      .map(({ platform, name }) => ({ platform, name })),
    conflicts,
    tiers: running.map(({ tier, endsAt }) => ({
      title: titles.get(tier) ?? tier,
      endsAt: endsAt.toISOString(),
    })),
    obstacles: [
      ...(losesBan ? [STRIKES.mergeWhileBanned] : []),
      ...(other.role === "Admin" || roles.length > 0 ? [MERGING.ofTeam] : []),
      ...(changed.length > 0 ? [MERGING.addressChanged] : []),
      ...both.map((tier) => MERGING.bothSubscribed(titles.get(tier) ?? tier)),
    ],
  };
  const mark = new Bun.CryptoHasher("sha256")
    .update(JSON.stringify([from, found.points, found.links, conflicts, found.obstacles]))
    .digest("hex")
    .slice(0, 16);
  return { ...found, mark };
};

type Other = { sessionId: string; userId: string };

/**
 * Whose token it is: another account than one's own.
 * @throws {AppError} `forbidden` for a token that is none; `conflict` for one's own account.
 */
const findOther = async (ctx: MemberCtx, { otherToken }: OtherAccount): Promise<Other> => {
  const found = await authenticate(ctx.auth, otherToken, "background");
  if (found === null) throw new AppError("forbidden", MERGING.unproven);
  const { session, user } = found;
  if (user.id === ctx.actor.userId) throw new AppError("conflict", MERGING.sameAccount);
  return { sessionId: session.id, userId: user.id };
};

/**
 * The other account, where its person has just logged in to it. Asked in the transaction: neither the
 * session nor the account may have ended meanwhile.
 * @returns `mailbox` where a code is to be mailed as well: a password alone is known to others too
 *   often, and nothing of the account that goes comes back.
 * @throws {AppError} `forbidden` for a login that is too old, and for one without the second factor that
 *   the account has.
 */
const findLoggedIn = async (tx: MemberTx, other: Other) => {
  const { sessions, users } = tx.tables;
  const [found] = await tx
    .select({
      confirmedAt: sessions.confirmedAt,
      createdAt: sessions.createdAt,
      hasSecondFactor: sessions.hasSecondFactor,
      user: users,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, other.sessionId), isNull(users.deactivatedAt)));
  if (found === undefined) throw new AppError("forbidden", MERGING.unproven);
  const { confirmedAt, createdAt, hasSecondFactor, user } = found;
  const provenAt = confirmedAt ?? createdAt;
  if (tx.clock.now().getTime() - provenAt.getTime() > MERGE_PROOF_MS)
    throw new AppError("forbidden", MERGING.unproven);
  if (!hasSecondFactor && (await hasFactor(tx, other.userId)))
    throw new AppError("forbidden", MERGING.factorUnproven);
  return { user, mailbox: hasSecondFactor || tx.config.mail === null ? null : user.email };
};

/**
 * The other account, proven by its login and, where that was a password alone, by the code that was
 * mailed to it for this merge.
 * @param proveCode looks at the code, or uses it up.
 * @throws {AppError} `forbidden` as above; `bad_request` for a code that is missing or wrong. Guesses are
 *   not counted: there are 75 bits to guess within an hour.
 */
const findProven = async (
  tx: MemberTx,
  other: Other,
  code: string | undefined,
  proveCode: (tx: MemberTx, input: { code: string; kind: "merge" }) => Promise<CodeOutcome>,
) => {
  const { user, mailbox } = await findLoggedIn(tx, other);
  if (mailbox === null) return user;
  const spent = await proveCode(tx, { code: typedCodeIn(code ?? ""), kind: "merge" });
  const isIt =
    spent.outcome === "ok" && spent.userId === user.id && spent.about === tx.actor.userId;
  if (!isIt) throw wrongInput(MERGING.mailedCodeWrong, ["code"]);
  return user;
};

/**
 * Mails a code to the account that is to go, where a login alone does not prove enough.
 * @returns where it was mailed to; null where no code is asked for.
 * @throws {AppError} `forbidden` where the login proves nothing, `conflict` for one's own account,
 *   `too_many_requests`.
 */
export const requestMergeCode = async (
  ctx: MemberCtx,
  input: OtherAccount,
): Promise<{ mailedTo: string | null }> => {
  const other = await findOther(ctx, input);
  return ctx.write(async (tx) => {
    const { user, mailbox } = await findLoggedIn(tx, other);
    if (mailbox === null) return { mailedTo: null };
    await tx.count("mergeMailsByAccount", user.id);
    const about = tx.actor.userId;
    const code = await reserveCode(tx, { userId: user.id, kind: "merge", isOwners: true, about });
    const kept = tx.actor.user.email ?? "";
    if (code !== null)
      await queueMail(tx, {
        to: { name: fullName(user), address: mailbox },
        template: "merge-code",
        data: { firstName: user.firstName, kept, code },
      });
    return { mailedTo: mailbox };
  });
};

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
