import { and, eq, gt } from "drizzle-orm";
import { assertConfirmed, writeAndForgetPerson } from "#server/access/account-changes.ts";
import { assertMay, assertStillAdmin } from "#server/access/rights.ts";
import type { MemberCtx, MemberTx } from "#server/context/context.ts";
import { AppError, wrongInput } from "#server/core/errors.ts";
import { revokeKeysOf } from "#server/modules/bridge/index.ts";
import { releaseLinks } from "#server/modules/links/index.ts";
import {
  assertOtherAdmin,
  closeUser,
  indexMember,
  openUser,
  revokeAdminsLinks,
  setRole,
} from "#server/modules/members/index.ts";
import { grantTierIn } from "#server/modules/orders/index.ts";
import { tellOfSecurity } from "#server/modules/security/index.ts";
import { leaveTeam } from "#server/modules/team/index.ts";
import { ADMINISTRATION } from "#shared/admin-messages.ts";
import { CLOSED_ACCOUNT_KEPT_MS, PLATFORM_NAMES } from "#shared/constants/accounts.ts";
import { TIER_GIFT_DAYS_MAX } from "#shared/constants/shop.ts";
import { PEOPLE, PEOPLE_NOTICES } from "#shared/people-messages.ts";
import { tierOf } from "#shared/rules/community.ts";
import { dateFormat } from "#shared/rules/format.ts";
import { dayAfter, endOfDay, localTime } from "#shared/rules/local-time.ts";
import type {
  LinkRemoval,
  MakerInput,
  TierEnding,
  TierGift,
} from "#shared/schemas/administration.ts";
import { assertInUse, assertNotBeyond, findUser } from "./load.ts";

const refused = (sentence: string) => new AppError("conflict", sentence);

/**
 * Closes a member's account and signs it out everywhere. Only an Admin brings it back: neither the
 * reset mail does, nor does the clock erase it [ACC-18].
 * Their bridge keys end, but for those that are kept.
 * @returns the sentence to show.
 * @throws {AppError} `not_found`; `conflict` for the last active Admin, for oneself, and for an
 *   account that is deactivated already; `step_up`.
 */
export const deactivateUser = async (
  ctx: MemberCtx,
  { id, keptKeyIds = [] }: MakerInput,
): Promise<string> => {
  const { auth, actor } = ctx;
  await ctx.write(async (tx) => {
    const user = await findUser(tx, id);
    const { role, deactivatedAt } = user;
    if (deactivatedAt !== null) throw refused(ADMINISTRATION.alreadyDeactivated);
    if (role === "Admin") await assertOtherAdmin(tx, id);
    if (id === actor.userId) throw refused(ADMINISTRATION.ownAccount);
    await assertMay(tx, "members");
    assertNotBeyond(tx, user);
    await assertConfirmed(tx);
    await closeUser(tx, { userId: id, by: "admin" });
    if (role === "Admin") await revokeAdminsLinks(tx);
    const sessions = await auth.sessions.endAll(tx, id);
    await tx.audit({
      action: "account.deactivated",
      subject: id,
      before: { isActive: true },
      after: { isActive: false, deactivatedBy: "admin", sessions },
    });
    await tellOfSecurity(tx, { userId: id, event: "accountClosed" });
    const gone = { userId: id, keptKeyIds };
    await revokeKeysOf(tx, { ...gone, reason: "makerDeactivated" });
    tx.publish({ type: "account.changed", userId: id });
  });
  return ADMINISTRATION.deactivated;
};

/**
 * Brings an account back that an Admin closed, or that its owner closed within the last 30 days
 * [ACC-18]. Its password is what it was.
 * @returns the sentence to show.
 * @throws {AppError} `not_found`; `conflict` for one that is active, or about to be erased; `step_up` for
 *   one that was closed by an Admin.
 */
export const reactivateUser = async (ctx: MemberCtx, { id }: { id: string }): Promise<string> => {
  const { clock } = ctx;
  await ctx.write(async (tx) => {
    const user = await findUser(tx, id);
    const { deactivatedAt, deactivatedBy, eraseAskedAt } = user;
    if (deactivatedAt === null) throw refused(ADMINISTRATION.alreadyActive);
    if (eraseAskedAt !== null) throw refused(ADMINISTRATION.beingErased);
    const agoMs = clock.now().getTime() - deactivatedAt.getTime();
    if (deactivatedBy === "owner" && agoMs >= CLOSED_ACCOUNT_KEPT_MS)
      throw refused(ADMINISTRATION.beingErased);
    await assertMay(tx, "members");
    assertNotBeyond(tx, user);
    if (deactivatedBy === "admin") await assertConfirmed(tx);
    await openUser(tx, id);
    await tx.audit({
      action: "account.reactivated",
      subject: id,
      before: { isActive: false, deactivatedBy },
      after: { isActive: true },
    });
    await tellOfSecurity(tx, { userId: id, event: "accountReopened" });
    tx.publish({ type: "account.changed", userId: id });
  });
  return ADMINISTRATION.reactivated;
};

/**
 * Makes a member an Admin; who is one already stays one.
 * @returns the sentence to show.
 * @throws {AppError} `not_found`; `conflict` for a deactivated account, and for one whose address is not
 *   confirmed.
 */
export const promoteUser = async (ctx: MemberCtx, { id }: { id: string }): Promise<string> => {
  await ctx.write(async (tx) => {
    const user = await findUser(tx, id);
    const { role } = user;
    assertInUse(user);
    if (role === "Admin") return;
    if (user.verifiedAt === null) throw new AppError("conflict", PEOPLE.notConfirmed);
    await assertStillAdmin(tx);
    await assertConfirmed(tx);
    await setRole(tx, { userId: id, from: role, to: "Admin" });
    await tellOfSecurity(tx, { userId: id, event: "roleChanged", detail: "Admin" });
  });
  return ADMINISTRATION.promoted;
};

/**
 * Takes the role of an Admin away, one's own too; who has none stays without. It ends no session: the
 * doors of Admins close with the next request [ADMIN-01].
 * Their bridge keys end, but for those that are kept; nobody keeps their own.
 * @returns the sentence to show.
 * @throws {AppError} `not_found`; `conflict` for the last active Admin.
 */
export const demoteUser = async (
  ctx: MemberCtx,
  { id, keptKeyIds = [] }: MakerInput,
): Promise<string> => {
  await ctx.write(async (tx) => {
    const { role } = await findUser(tx, id);
    if (role !== "Admin") return;
    await assertOtherAdmin(tx, id);
    await assertStillAdmin(tx);
    await assertConfirmed(tx);
    await setRole(tx, { userId: id, from: role, to: "User" });
    await tellOfSecurity(tx, { userId: id, event: "roleChanged", detail: "Member" });
    // It takes another Admin to vouch for a key whose maker is none any more.
    const kept = id === ctx.actor.userId ? [] : keptKeyIds;
    await revokeKeysOf(tx, { userId: id, keptKeyIds: kept, reason: "makerDemoted" });
    // Roles from before they were an Admin go, too.
    await leaveTeam(tx, id, kept);
  });
  return ADMINISTRATION.demoted;
};

/** When a tier of somebody's ends; null where it does not run. */
const findEnd = async (tx: MemberTx, userId: string, tier: string): Promise<Date | null> => {
  const { memberships: t } = tx.tables;
  const [running] = await tx
    .select({ endsAt: t.endsAt })
    .from(t)
    .where(and(eq(t.userId, userId), eq(t.tier, tier), gt(t.endsAt, tx.clock.now())));
  return running?.endsAt ?? null;
};

const tell = async (
  tx: MemberTx,
  userId: string,
  notice: { subject: string; message: string },
  reason: string,
): Promise<void> => {
  const { subject, message } = notice;
  await tx.notify({
    userIds: [userId],
    kind: "news",
    topic: "shop",
    subject,
    message: message + PEOPLE_NOTICES.reason(reason),
    link: "/member/subscription",
  });
};

/** @throws {AppError} `bad_request` for a day that is past, or far away. */
const assertDay = (today: string, until: string): void => {
  if (until < today) throw wrongInput(PEOPLE.dayIsPast, ["until"]);
  if (until > dayAfter(today, TIER_GIFT_DAYS_MAX)) throw wrongInput(PEOPLE.dayTooFar, ["until"]);
};

/**
 * Gives a member a tier up to the end of a day, where the community is [ADMIN-17]. It never shortens
 * what runs already.
 * @returns the sentence to show.
 * @throws {AppError} `not_found`; `bad_request` for an unknown tier and for a day that cannot be;
 *   `conflict` for a deactivated account, and where the tier runs longer.
 */
export const giveTierTo = async (
  ctx: MemberCtx,
  { id, tier, until, reason }: TierGift,
): Promise<string> => {
  const { tiers, timezone } = ctx.config.community;
  if (!tiers.some(({ key }) => key === tier))
    throw new AppError("bad_request", ADMINISTRATION.unknownTier);
  assertDay(localTime(ctx.clock.now(), timezone).day, until);
  const end = endOfDay(until, timezone);
  const { name } = tierOf(tiers, tier);
  const dayText = dateFormat({ dateStyle: "long", timeZone: "UTC" })(new Date(until));
  await ctx.write(async (tx) => {
    assertInUse(await findUser(tx, id));
    await assertMay(tx, "orders");
    const present = await findEnd(tx, id, tier);
    if (present !== null && present > end) throw new AppError("conflict", PEOPLE.tierRunsLonger);
    await grantTierIn(tx, { userId: id, tier, until: end });
    await tx.audit({
      action: "tier.granted",
      subject: id,
      after: { tier, expiresAt: end.toISOString() },
      note: reason,
    });
    await tell(tx, id, PEOPLE_NOTICES.tierGiven(name, dayText), reason);
  });
  return PEOPLE.tierGiven(name, dayText);
};

/**
 * Ends a tier of a member now, however it came to them; what is paid for it later gives it again
 * [ADMIN-17].
 * @returns the sentence to show.
 * @throws {AppError} `not_found`; `conflict` where it does not run.
 */
export const endTierOf = async (
  ctx: MemberCtx,
  { id, tier, reason }: TierEnding,
): Promise<string> => {
  const { name } = tierOf(ctx.config.community.tiers, tier);
  await ctx.write(async (tx) => {
    await findUser(tx, id);
    await assertMay(tx, "orders");
    if ((await findEnd(tx, id, tier)) === null)
      throw new AppError("conflict", PEOPLE.tierNotRunning);
    await grantTierIn(tx, { userId: id, tier, until: tx.clock.now() });
    await tx.audit({ action: "tier.ended", subject: id, before: { tier }, note: reason });
    await tell(tx, id, PEOPLE_NOTICES.tierEnded(name), reason);
  });
  return PEOPLE.tierEnded(name);
};

/**
 * Signs a member out everywhere; oneself too.
 * @returns the sentence to show.
 * @throws {AppError} `not_found`.
 */
export const endSessions = async (ctx: MemberCtx, { id }: { id: string }): Promise<string> => {
  const { auth, actor } = ctx;
  const work = async (tx: MemberTx) => {
    const user = await findUser(tx, id);
    await assertMay(tx, "members");
    assertNotBeyond(tx, user);
    const sessions = await auth.sessions.endAll(tx, id);
    if (sessions === 0) return;
    await tx.audit({ action: "session.ended", subject: id, after: { sessions } });
    tx.publish({ type: "account.changed", userId: id });
  };
  await writeAndForgetPerson(ctx, work, id === actor.userId);
  return ADMINISTRATION.sessionsEnded;
};

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
