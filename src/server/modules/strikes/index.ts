import { and, eq, inArray, isNotNull, isNull, lte, notInArray, or, type SQL } from "drizzle-orm";
import { type Account, accountHashOf } from "#server/auth/auth.ts";
import type { CtxReader, MemberReader, MemberTx, Tx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { forgetEvidence } from "#server/modules/attachments/index.ts";
import { PLATFORMS } from "#shared/constants/accounts.ts";
import { STRIKES } from "#shared/strike-messages.ts";
import { forgetBans, forgetBansBecauseOf, refreshBans } from "./bans.ts";
import { activeStrikes, isInState, stateOf } from "./state.ts";

export { findBan, forgetEndedBans, readBans } from "./bans.ts";
export { assertMayEarn, assertMayUnlink, assertNotStruck, findStruck } from "./state.ts";

/**
 * Whether a strike is the actor's own and can be appealed now.
 * @throws {AppError} `not_found` for one of somebody else, `conflict` for one that is over or was appealed.
 */
const assertAppealable = async (reader: MemberReader, strikeId: number): Promise<void> => {
  const { strikes: t } = reader.tables;
  const isTheirs = and(eq(t.id, strikeId), eq(t.userId, reader.actor.userId));
  const [found] = await reader.select().from(t).where(isTheirs);
  if (found === undefined) throw new AppError("not_found", STRIKES.unknown);
  if (found.appealTicketId !== null)
    throw new AppError("conflict", STRIKES.appealed(found.appealTicketId));
  if (stateOf(found, reader.clock.now()) !== "active")
    throw new AppError("conflict", STRIKES.appealOver);
};

/**
 * Has the strikes that one ticket is about be about another one, in the transaction that merges it: its appeals
 * go on there.
 * @throws {AppError} `conflict` where each of the two is the appeal of a strike.
 */
export const moveStrikeTickets = async (
  tx: Tx,
  { from, into }: { from: number; into: number },
): Promise<void> => {
  const { strikes: t } = tx.tables;
  const appeals = await tx
    .select({ id: t.id, userId: t.userId, ticketId: t.appealTicketId })
    .from(t)
    .where(inArray(t.appealTicketId, [from, into]));
  if (appeals.length > 1) throw new AppError("conflict", STRIKES.bothAppeals);
  await tx.update(t).set({ appealTicketId: into }).where(eq(t.appealTicketId, from));
  await tx.update(t).set({ ticketId: into }).where(eq(t.ticketId, from));
  for (const { id: strikeId, userId } of appeals)
    tx.publish({ type: "strike.changed", strikeId, userId });
};

/**
 * Makes a new ticket the appeal of one of the actor's strikes, in the transaction that opens it [STRIKE-06].
 * @throws {AppError} as `assertAppealable`.
 */
export const linkAppeal = async (
  tx: MemberTx,
  { strikeId, ticketId }: { strikeId: number; ticketId: number },
): Promise<void> => {
  const { strikes: t } = tx.tables;
  await assertAppealable(tx, strikeId);
  const isFree = and(eq(t.id, strikeId), isNull(t.appealTicketId));
  const linked = await tx
    .update(t)
    .set({ appealTicketId: ticketId })
    .where(isFree)
    .returning({ userId: t.userId });
  const [row] = linked;
  if (row === undefined) throw new AppError("conflict", STRIKES.appealOver);
  tx.publish({ type: "strike.changed", strikeId, userId: row.userId });
};

/**
 * Makes the strikes of one account those of another of the same person, in the caller's transaction, once
 * its links have been moved. Those that they issued are theirs, too.
 */
export const moveStrikes = async (
  tx: Tx,
  { from, to }: { from: string; to: string },
): Promise<void> => {
  const { strikes: t } = tx.tables;
  const moved = await tx
    .update(t)
    .set({ userId: to })
    .where(eq(t.userId, from))
    .returning({ id: t.id });
  await tx.update(t).set({ issuedBy: to }).where(eq(t.issuedBy, from));
  await tx.update(t).set({ liftedBy: to }).where(eq(t.liftedBy, from));
  await refreshBans(tx, to);
  for (const { id: strikeId } of moved)
    tx.publish({ type: "strike.changed", strikeId, userId: to });
};

/** Under what accounts of games are remembered; Discord's are not, since nobody plays with them. */
const hashesOf = ({ auth }: CtxReader | Tx, accounts: readonly Account[]): string[] =>
  accounts
    .filter(({ platform }) => platform !== "discord")
    .map((account) => accountHashOf(auth, account));

/**
 * Keeps what finds accounts that are no longer linked, in the caller's transaction that unlinks them, for as
 * long as strikes of their owner run: a keyed hash, and while the owner is here and banned, what game servers
 * are told [STRIKE-08].
 * @param given.isErased where their owner is erased, any strike keeps the hashes; else one that forbids playing.
 */
export const releaseStruck = async (
  tx: Tx,
  {
    userId,
    accounts,
    isErased,
  }: { userId: string; accounts: readonly Account[]; isErased: boolean },
): Promise<void> => {
  const { struckAccounts } = tx.tables;
  const active = await activeStrikes(tx, [userId], isErased ? undefined : "playing");
  const hashes = hashesOf(tx, accounts);
  const rows = active.flatMap(({ id }) => hashes.map((hash) => ({ hash, strikeId: id })));
  if (rows.length > 0) await tx.insert(struckAccounts).values(rows).onConflictDoNothing();
  if (isErased || active.length === 0) await forgetBans(tx, accounts);
};

/** The strikes that run and were kept with some accounts, each with the hash and whether its member is here. */
const keptWith = async (reader: CtxReader, accounts: readonly Account[]) => {
  const { tables, clock } = reader;
  const { struckAccounts: s, strikes: t, users } = tables;
  const hashes = hashesOf(reader, accounts);
  if (hashes.length === 0) return [];
  const rows = await reader
    .select({ hash: s.hash, strike: t, erasedAt: users.erasedAt })
    .from(s)
    .innerJoin(t, eq(t.id, s.strikeId))
    .innerJoin(users, eq(users.id, t.userId))
    .where(and(inArray(s.hash, hashes), isInState(tables, "active", clock.now())))
    .orderBy(t.id);
  return rows.map(({ erasedAt, ...row }) => Object.assign(row, { hasMember: erasedAt === null }));
};

/**
 * Which of some accounts nobody else may link now: a member who is here was banned when they were unlinked.
 * @returns a test for the accounts given.
 */
export const findHeld = async (
  reader: CtxReader,
  accounts: readonly Account[],
): Promise<(account: Account) => boolean> => {
  const kept = await keptWith(reader, accounts);
  const held = new Set(
    kept.flatMap(({ hash, strike, hasMember }) =>
      hasMember && strike.forbidsPlaying ? [hash] : [],
    ),
  );
  return (account) => held.has(accountHashOf(reader.auth, account));
};

const nameOf = ({ platform, externalId }: { platform: string; externalId: string }) =>
  `${platform} ${externalId}`;

/** Of whose accounts game servers may have to be told: who has strikes, or links what they were told of before. */
const findConcerned = async (
  { select, tables: { strikes: t, bans: b } }: CtxReader,
  linked: readonly (Account & { userId: string })[],
): Promise<Set<string>> => {
  const linkers = new Map(linked.map((one) => [nameOf(one), one.userId]));
  const ids = linked.map(({ externalId }) => externalId);
  // By the id alone, in one statement: which platform it is of is looked at here.
  const told = await select({ platform: b.platform, externalId: b.externalId })
    .from(b)
    .where(and(inArray(b.platform, [...PLATFORMS]), inArray(b.externalId, ids)));
  const struck = await select({ userId: t.userId })
    .from(t)
    .where(inArray(t.userId, [...new Set(linkers.values())]));
  return new Set([
    ...told.flatMap((one) => linkers.get(nameOf(one)) ?? []),
    ...struck.flatMap(({ userId }) => userId ?? []),
  ]);
};

/**
 * Gives strikes that outlived an erased account to whoever links an account of a game that it had, in the
 * caller's transaction, and says what game servers are to be told of the new link. A strike whose member is
 * here stays theirs: it goes on to find their other accounts, and while it forbids playing nobody else links one.
 * @param linked the accounts, each with by whom it is linked now.
 * @throws {AppError} `strike` for an account that is held by the ban of another member.
 */
export const returnStrikes = async (
  tx: Tx,
  linked: readonly (Account & { userId: string })[],
): Promise<void> => {
  const { struckAccounts: s, strikes: t } = tx.tables;
  const kept = await keptWith(tx, linked);
  const owners = new Map(
    kept.flatMap(({ strike, hasMember }) => (hasMember ? [[strike.id, strike.userId]] : [])),
  );
  const linkers = new Map(linked.map((one) => [accountHashOf(tx.auth, one), one.userId]));
  for (const { hash, strike } of kept) {
    const userId = linkers.get(hash);
    if (userId === undefined) continue;
    const owner = owners.get(strike.id) ?? userId;
    if (owner !== userId && strike.forbidsPlaying)
      throw new AppError("strike", STRIKES.accountHeld);
    owners.set(strike.id, owner);
    await tx.delete(s).where(and(eq(s.hash, hash), eq(s.strikeId, strike.id)));
    if (strike.userId === owner) continue;
    await tx.update(t).set({ userId: owner }).where(eq(t.id, strike.id));
    tx.publish({ type: "strike.changed", strikeId: strike.id, userId: owner });
  }
  for (const userId of await findConcerned(tx, linked)) await refreshBans(tx, userId);
};

/** Forgets, in the caller's transaction, what finds accounts for a strike that is over. */
export const forgetHashesOf = async (tx: Tx, strikeId: number): Promise<void> => {
  const { struckAccounts: s } = tx.tables;
  await tx.delete(s).where(eq(s.strikeId, strikeId));
};

/** Removes strikes with what is kept of the accounts that they were against. */
const removeThose = async (tx: Tx, isMeant: SQL): Promise<void> => {
  const { strikes: t, struckAccounts: s } = tx.tables;
  const meant = await tx.select({ id: t.id }).from(t).where(isMeant);
  const ids = meant.map(({ id }) => id);
  await forgetEvidence(tx, ids);
  await tx.delete(s).where(inArray(s.strikeId, ids));
  await tx.delete(t).where(inArray(t.id, ids));
};

/**
 * Takes what is personal out of the strikes of an account that is erased, in the caller's transaction: its
 * active ones stay as rule, term and what they forbid, without a word that anybody wrote; those that are
 * over go.
 */
export const eraseStrikes = async (tx: Tx, userId: string): Promise<void> => {
  const { strikes: t } = tx.tables;
  await forgetBansBecauseOf(tx, userId);
  const active = (await activeStrikes(tx, [userId])).map(({ id }) => id);
  const isTheirs = eq(t.userId, userId);
  await removeThose(
    tx,
    and(isTheirs, active.length > 0 ? notInArray(t.id, active) : undefined) ?? isTheirs,
  );
  await forgetEvidence(tx, active);
  await tx.update(t).set({ reason: "", remark: "", evidence: [] }).where(isTheirs);
};

/** Removes, in the caller's transaction, every strike of an account that goes as if it had never been. */
export const forgetStrikes = async (tx: Tx, userId: string): Promise<void> => {
  const { strikes: t } = tx.tables;
  await forgetBansBecauseOf(tx, userId);
  await removeThose(tx, eq(t.userId, userId));
};

/** Removes up to `max` hashes of accounts whose strike is over. @returns how many. */
export const forgetStruck = async (tx: Tx, max: number): Promise<number> => {
  const { struckAccounts: s, strikes: t } = tx.tables;
  const isOver = or(isNotNull(t.liftedAt), lte(t.endsAt, tx.clock.now()));
  const due = await tx
    .select({ hash: s.hash, strikeId: s.strikeId })
    .from(s)
    .innerJoin(t, eq(t.id, s.strikeId))
    .where(isOver)
    .limit(max);
  for (const { hash, strikeId } of due)
    await tx.delete(s).where(and(eq(s.hash, hash), eq(s.strikeId, strikeId)));
  return due.length;
};
