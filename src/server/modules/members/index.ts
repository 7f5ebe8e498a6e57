import { and, eq, gt, inArray, isNotNull, isNull, lte, ne } from "drizzle-orm";
import type { z } from "zod";
import { countAccountChange } from "#server/access/account-changes.ts";
import { revokeCodes } from "#server/auth/one-time-codes.ts";
import type { Ctx, CtxReader, MemberCtx, Tx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { recordMarketing } from "#server/modules/consents/index.ts";
import { readBalance } from "#server/modules/points/index.ts";
import { ACCOUNT } from "#shared/account-messages.ts";
import type { ConsentWay, Role } from "#shared/constants/accounts.ts";
import { SIGN_IN } from "#shared/messages.ts";
import { byTier } from "#shared/rules/community.ts";
import { localTime } from "#shared/rules/local-time.ts";
import type { marketingConsent, MemberProfile, Membership } from "#shared/schemas/members.ts";

export {
  addUser,
  addWaitingUsers,
  askToErase,
  changeAddress,
  changeUser,
  claimUser,
  closeUser,
  correctAddress,
  eraseUser,
  findAddressOwner,
  findReserved,
  noteReceivedPromo,
  openUser,
  recoverUser,
  removeUser,
  restoreAddress,
  setMailsOfLinks,
  setTeam,
  verifyUser,
} from "./users.ts";
export {
  forgetSearchTerms,
  indexMember,
  indexMembers,
  indexPeople,
  isFoundBy,
  linkTermOf,
} from "./search-terms.ts";
export { findVisiblePeople } from "./visible-people.ts";

type Choice = { userId: string; isGiven: boolean; way: ConsentWay };

/**
 * Lets news be mailed to somebody, or no more, in the caller's transaction, and writes it down: whoever
 * says what holds already has changed nothing [CONSENT-01].
 * @returns whether that was new.
 */
export const setMarketing = async (tx: Tx, { userId, isGiven, way }: Choice): Promise<boolean> => {
  const { users } = tx.tables;
  const isOther = and(eq(users.id, userId), ne(users.allowMarketing, isGiven));
  const changed = await tx
    .update(users)
    .set({ allowMarketing: isGiven })
    .where(and(isOther, isNull(users.erasedAt)))
    .returning({ id: users.id });
  if (changed.length === 0) return false;
  await recordMarketing(tx, [{ userId, isGiven, way }]);
  await tx.audit({
    // The link of a mail tells whose it is, not who is signed in.
    ...(way === "unsubscription" && { actorId: null }),
    action: "account.changed",
    subject: userId,
    before: { allowMarketing: !isGiven },
    after: { allowMarketing: isGiven },
  });
  tx.publish({ type: "account.changed", userId });
  return true;
};

type Running = { userId: string; tier: string; endsAt: Date };

/** "key:2026-12-01": the tier, and the last day that its end leaves whole or begun. */
const textOf = ({ tier, endsAt }: Running, timeZone: string): string =>
  `${tier}:${localTime(endsAt.getTime() - 1, timeZone).day}`;

/**
 * The highest of the community's tiers that runs of each of some members, with its last day where the
 * community is, as "key:2026-12-01" [POINTS-06]; those without one are not in the map.
 */
export const readTiers = async (
  reader: CtxReader,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const { memberships } = reader.tables;
  const { userId, tier, endsAt } = memberships;
  const { timezone, tiers } = reader.config.community;
  const known = tiers.map(({ key }) => key);
  const isKnown = and(inArray(userId, [...userIds]), inArray(tier, known));
  const running = await reader
    .select({ userId, tier, endsAt })
    .from(memberships)
    .where(and(isKnown, gt(endsAt, reader.clock.now())));
  const fromLowest = running.toSorted(byTier(tiers));
  return new Map(fromLowest.map((row) => [row.userId, textOf(row, timezone)]));
};

/** One's own profile [API-07]. */
export const readProfile = async ({ tables, read, actor }: MemberCtx): Promise<MemberProfile> => {
  const { users } = tables;
  const { id, email, firstName, lastName, role } = actor.user;
  const [found] = await read
    .select({ allowMarketingEmails: users.allowMarketing })
    .from(users)
    .where(eq(users.id, id));
  if (found === undefined) throw new AppError("unauthorized", SIGN_IN.endedElsewhere);
  return { id, userId: id, firstName, lastName, email, role, ...found };
};

/** Points, the highest tier that runs, and when the promo was received [API-07]. */
export const readMembership = async (ctx: MemberCtx): Promise<Membership> => {
  const { actor } = ctx;
  const { userId, user } = actor;
  const [points, tiers] = await Promise.all([
    readBalance(ctx.read, userId),
    readTiers(ctx.read, [userId]),
  ]);
  return {
    points,
    sub: tiers.get(userId) ?? null,
    promoReceivedDate: user.promoReceivedAt?.toISOString() ?? null,
  };
};

/**
 * Whether news may be mailed: writes down that it may, or may not any more [CONSENT-01].
 * @returns the sentence to show.
 */
export const setMarketingConsent = async (
  ctx: MemberCtx,
  { allowMarketingEmails }: z.infer<typeof marketingConsent>,
): Promise<string> => {
  const { userId } = ctx.actor;
  const choice = { userId, isGiven: allowMarketingEmails, way: "settings" } as const;
  await ctx.write(async (tx) => {
    if (await setMarketing(tx, choice)) await countAccountChange(tx);
  });
  return ACCOUNT.preferencesUpdated;
};

/**
 * Makes links to set an Admin's password good for nothing, in the caller's transaction. An Admin who is
 * none any more may have made one for another, and would log in with it.
 */
export const revokeAdminsLinks = async (tx: Tx): Promise<void> => {
  const { users } = tx.tables;
  const admins = await tx.select({ id: users.id }).from(users).where(eq(users.role, "Admin"));
  await revokeCodes(tx, { userId: admins.map(({ id }) => id), kinds: ["reset"] });
};

/**
 * Gives somebody another role, in the caller's transaction. Roles are read with every request: their
 * open pages may do more, or less, from the next one on. Links to set the password of an Admin end
 * [ADMIN-16]: whoever has one of before may not be meant to be an Admin.
 */
export const setRole = async (
  tx: Tx,
  { userId, from, to }: { userId: string; from: Role; to: Role },
): Promise<void> => {
  const { users } = tx.tables;
  await tx.update(users).set({ role: to }).where(eq(users.id, userId));
  if (to === "Admin") await revokeCodes(tx, { userId, kinds: ["reset"] });
  else await revokeAdminsLinks(tx);
  await tx.audit({
    action: to === "Admin" ? "account.promoted" : "account.demoted",
    subject: userId,
    before: { role: from },
    after: { role: to },
  });
  tx.publish({ type: "account.changed", userId });
};

/**
 * Keeps the site from being left without an Admin who can log in [ADMIN-02]. Asked in the transaction
 * that takes somebody's role or account away: of two who go at once, the second is refused.
 * @throws {AppError} `conflict` where there is no other active Admin than `userId`.
 */
export const assertOtherAdmin = async (tx: Tx, userId: string): Promise<void> => {
  const { users } = tx.tables;
  const isAdmin = and(eq(users.role, "Admin"), ne(users.id, userId));
  // One that a command has made has no password yet.
  const canLogIn = and(isNotNull(users.verifiedAt), isNotNull(users.passwordHash));
  const [other] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(isAdmin, isNull(users.deactivatedAt), canLogIn))
    .limit(1);
  if (other === undefined) throw new AppError("conflict", ACCOUNT.lastAdmin);
};

/**
 * Sets the end of one tier of a member, in the caller's transaction, and tells their feeds. Other
 * tiers keep theirs [POINTS-06].
 * @param endOf the end that follows from the one that was given by hand, null for none: then a tier
 *   that still runs ends now.
 */
export const setTierEnd = async (
  tx: Tx,
  { userId, tier }: { userId: string; tier: string },
  endOf: (givenUntil: Date | null) => Date | null,
): Promise<void> => {
  const { memberships: t } = tx.tables;
  const isTheirs = and(eq(t.userId, userId), eq(t.tier, tier));
  const [present] = await tx
    .select({ endsAt: t.endsAt, givenUntil: t.givenUntil })
    .from(t)
    .where(isTheirs);
  const end = endOf(present?.givenUntil ?? null);
  if (present === undefined) {
    if (end === null) return;
    await tx.insert(t).values({ userId, tier, endsAt: end });
  } else {
    const now = tx.clock.now();
    const endsAt = end ?? (present.endsAt < now ? present.endsAt : now);
    if (endsAt.getTime() === present.endsAt.getTime()) return;
    await tx.update(t).set({ endsAt }).where(isTheirs);
  }
  tx.publish({ type: "account.changed", userId });
};

/**
 * Gives a member a tier until a moment, in the caller's transaction, and tells their feeds; an end
 * that this tier had already is replaced.
 */
export const giveTier = async (
  tx: Tx,
  { userId, tier, until }: { userId: string; tier: string; until: Date },
): Promise<void> => {
  const { memberships: t } = tx.tables;
  const end = { endsAt: until, givenUntil: until };
  await tx
    .insert(t)
    .values({ userId, tier, ...end })
    .onConflictDoUpdate({ target: [t.userId, t.tier], set: end });
  tx.publish({ type: "account.changed", userId });
};

/** Gives tiers to people who have none yet and no open page, in the caller's transaction. */
export const giveTiers = async (
  tx: Tx,
  given: readonly { userId: string; tier: string; until: Date }[],
): Promise<void> => {
  if (given.length === 0) return;
  await tx
    .insert(tx.tables.memberships)
    .values(
      given.map(({ userId, tier, until }) => ({ userId, tier, endsAt: until, givenUntil: until })),
    );
};

/** Few enough for no visitor to wait for them. */
const SLICE = 100;

/**
 * Tells the open pages of members whose tier has just run out, so that its frame goes with it. Told
 * twice does no harm; who was not told, since nothing ran, asks anew when the feed is back.
 * @param withinMs how long ago it may have been, in milliseconds.
 */
export const publishEndedTiers = async (
  { tables, read, write, clock }: Ctx,
  withinMs: number,
): Promise<void> => {
  const { memberships } = tables;
  const now = clock.now();
  const hasJustEnded = and(
    lte(memberships.endsAt, now),
    gt(memberships.endsAt, new Date(now.getTime() - withinMs)),
  );
  const ended = await read
    .selectDistinct({ userId: memberships.userId })
    .from(memberships)
    .where(hasJustEnded);
  for (let from = 0; from < ended.length; from += SLICE)
    await write(async (tx) => {
      for (const { userId } of ended.slice(from, from + SLICE))
        tx.publish({ type: "account.changed", userId });
    });
};

/**
 * Moves what was given by hand of the tiers of one account to another, in the caller's transaction: of
 * two ends of one tier the later one holds, with what was left of the other on top of it.
 * @returns the tiers of either, whose ends are to be worked out anew.
 */
export const moveGivenTiers = async (
  tx: Tx,
  { from, to }: { from: string; to: string },
): Promise<ReadonlySet<string>> => {
  const { memberships: t } = tx.tables;
  const theirs = await tx.delete(t).where(eq(t.userId, from)).returning();
  const own = new Map(
    (await tx.select().from(t).where(eq(t.userId, to))).map((row) => [row.tier, row]),
  );
  const nowMs = tx.clock.now().getTime();
  const left = (until: Date | null | undefined) => Math.max(0, (until?.getTime() ?? 0) - nowMs);
  for (const { tier, endsAt, givenUntil } of theirs) {
    const present = own.get(tier);
    const leftMs = left(givenUntil) + left(present?.givenUntil);
    const given = leftMs === 0 ? (present?.givenUntil ?? givenUntil) : new Date(nowMs + leftMs);
    const end = { endsAt: present?.endsAt ?? endsAt, givenUntil: given };
    await tx
      .insert(t)
      .values({ userId: to, tier, ...end })
      .onConflictDoUpdate({ target: [t.userId, t.tier], set: end });
  }
  return new Set([...theirs.map(({ tier }) => tier), ...own.keys()]);
};
