import { and, eq, gt, isNotNull, isNull, lte, ne } from "drizzle-orm";
import { revokeCodes } from "#server/auth/one-time-codes.ts";
import type { Ctx, Tx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { ACCOUNT } from "#shared/account-messages.ts";
import type { Role } from "#shared/constants/accounts.ts";

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
export { setMarketing } from "./marketing.ts";
export {
  forgetSearchTerms,
  indexMember,
  indexMembers,
  indexPeople,
  isFoundBy,
  linkTermOf,
} from "./search-terms.ts";
export { readTiers } from "./read-tiers.ts";
export { findVisiblePeople } from "./visible-people.ts";

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
