import { and, eq, gt, inArray, isNotNull, isNull, lt, ne, or } from "drizzle-orm";
import type { TeamRights } from "#server/auth/lucia.ts";
import { revokeCodes } from "#server/auth/one-time-codes.ts";
import type { CtxReader, MemberCtx, Tx } from "#server/context/context.ts";
import { OPENING_CODE_KINDS, type Role } from "#shared/constants/accounts.ts";
import { emailKeyOf } from "#shared/rules/account-fields.ts";

/**
 * Whose an address is: somebody has it, or had it until lately and can bring it back [EMAIL-03].
 * @param emailKey by which addresses are compared.
 * @returns the user's id; null for an address that is free.
 */
export const findAddressOwner = async (
  reader: CtxReader,
  emailKey: string,
): Promise<string | null> => {
  const { users } = reader.tables;
  const [user] = await reader
    .select({ id: users.id })
    .from(users)
    .where(eq(users.emailKey, emailKey));
  if (user !== undefined) return user.id;
  const [reserved] = await findReserved(reader, [emailKey]);
  return reserved?.userId ?? null;
};

/** Which of these addresses are kept for whoever had them until lately. */
export const findReserved = (
  reader: CtxReader,
  emailKeys: readonly string[],
): Promise<{ emailKey: string; userId: string }[]> => {
  const { addressChanges: t } = reader.tables;
  return reader
    .select({ emailKey: t.emailKey, userId: t.userId })
    .from(t)
    .where(and(inArray(t.emailKey, [...emailKeys]), gt(t.until, reader.clock.now())));
};

type NewUser = {
  id: string;
  email: string;
  /** Null where its owner sets one with a link. */
  passwordHash: string | null;
  firstName: string;
  lastName: string;
};

/**
 * Adds a user whose address nobody has proven yet, in the caller's transaction.
 * @returns false where the address is another one's.
 */
export const addUser = async (tx: Tx, user: NewUser): Promise<boolean> => {
  const { users: t } = tx.tables;
  const emailKey = emailKeyOf(user.email);
  if ((await findAddressOwner(tx, emailKey)) !== null) return false;
  const added = await tx
    .insert(t)
    .values({
      ...user,
      emailKey,
      role: "User",
      allowMarketing: false,
      createdAt: tx.clock.now(),
    })
    .onConflictDoNothing()
    .returning({ id: t.id });
  return added.length > 0;
};

type UserChanges = {
  firstName?: string;
  lastName?: string;
  /** Hashes; changes nothing unless the old one is the present one. */
  password: { oldHash: string; newHash: string } | null;
};

/**
 * Changes names and password of an active user, in the caller's transaction.
 * @returns the names as they are then; null where nothing was changed.
 */
export const changeUser = async (
  tx: Tx,
  userId: string,
  { password, ...names }: UserChanges,
): Promise<{ firstName: string; lastName: string } | null> => {
  const { users: t } = tx.tables;
  const isActive = and(eq(t.id, userId), isNull(t.deactivatedAt));
  const [changed] = await tx
    .update(t)
    .set(password === null ? names : { ...names, passwordHash: password.newHash })
    .where(password === null ? isActive : and(isActive, eq(t.passwordHash, password.oldHash)))
    .returning({ firstName: t.firstName, lastName: t.lastName });
  return changed ?? null;
};

/** Notes, in the caller's transaction, that a user's address is theirs. @returns whether it is new. */
export const verifyUser = async (tx: Tx, userId: string): Promise<boolean> => {
  const { users: t } = tx.tables;
  const verified = await tx
    .update(t)
    .set({ verifiedAt: tx.clock.now() })
    .where(and(eq(t.id, userId), isNull(t.verifiedAt)))
    .returning({ id: t.id });
  return verified.length > 0;
};

/**
 * Gives somebody whose address nobody has proven yet another one, in the caller's transaction.
 * @param given.passwordHash changes nothing unless it is the present one.
 * @returns the user as they are then; null where nothing was changed.
 */
export const correctAddress = async (
  tx: Tx,
  { userId, passwordHash, email }: { userId: string; passwordHash: string; email: string },
) => {
  const { users: t } = tx.tables;
  const isWaiting = and(isNull(t.verifiedAt), isNull(t.deactivatedAt));
  const [corrected] = await tx
    .update(t)
    .set({ email, emailKey: emailKeyOf(email) })
    .where(and(eq(t.id, userId), eq(t.passwordHash, passwordHash), isWaiting))
    .returning();
  return corrected ?? null;
};

/**
 * Gives an account in use another address that its owner has proven, in the caller's transaction.
 * @param given.fromKey changes nothing unless the present address is compared by it.
 * @returns false where nothing was changed.
 */
export const changeAddress = async (
  tx: Tx,
  { userId, fromKey, email }: { userId: string; fromKey: string; email: string },
): Promise<boolean> => {
  const { users: t } = tx.tables;
  const isSame = and(eq(t.id, userId), eq(t.emailKey, fromKey), isNull(t.deactivatedAt));
  const changed = await tx
    .update(t)
    .set({ email, emailKey: emailKeyOf(email) })
    .where(isSame)
    .returning({ id: t.id });
  if (changed.length > 0) await verifyUser(tx, userId);
  return changed.length > 0;
};

/**
 * Brings the former address of an account back, in the caller's transaction, and has its password open nothing
 * any more.
 */
export const restoreAddress = async (tx: Tx, userId: string, email: string): Promise<void> => {
  const { users: t } = tx.tables;
  await tx
    .update(t)
    .set({ email, emailKey: emailKeyOf(email), passwordHash: null })
    .where(eq(t.id, userId));
};

/** Closes an account, in the caller's transaction. @returns null where it is closed already. */
export const closeUser = async (
  tx: Tx,
  { userId, by }: { userId: string; by: "owner" | "admin" },
): Promise<{ role: Role; closedAt: Date } | null> => {
  const { users: t } = tx.tables;
  const closedAt = tx.clock.now();
  const [closed] = await tx
    .update(t)
    .set({ deactivatedAt: closedAt, deactivatedBy: by })
    .where(and(eq(t.id, userId), isNull(t.deactivatedAt)))
    .returning({ role: t.role });
  if (closed === undefined) return null;
  // What was mailed before opens nothing later, nor is it mailed any more.
  await revokeCodes(tx, { userId, kinds: OPENING_CODE_KINDS });
  return { role: closed.role, closedAt };
};

/** Says, in the caller's transaction, what somebody's roles in the team let them do; null for none. */
export const setTeam = async (
  tx: Tx,
  { userId, team }: { userId: string; team: TeamRights | null },
): Promise<void> => {
  const { users: t } = tx.tables;
  await tx.update(t).set({ team }).where(eq(t.id, userId));
};

const OPEN = { deactivatedAt: null, deactivatedBy: null } as const;

export type WaitingUser = {
  id: string;
  /** Null for one whose owner is known by an account elsewhere alone. */
  email: string | null;
  firstName: string;
  lastName: string;
  createdAt: Date;
  importKey: string;
  /** Whether they wanted news by email where they were before. */
  allowMarketing: boolean;
};

/**
 * Adds accounts that wait for their owners, in the caller's transaction: nobody can log in to them.
 * @param users of addresses and keys that nobody has.
 */
export const addWaitingUsers = async (tx: Tx, users: readonly WaitingUser[]): Promise<void> => {
  if (users.length === 0) return;
  const waitsSince = tx.clock.now();
  await tx.insert(tx.tables.users).values(
    users.map((user) => ({
      ...user,
      emailKey: user.email === null ? null : emailKeyOf(user.email),
      role: "User" as const,
      waitsSince,
    })),
  );
};

/**
 * Makes a waiting account that of its owner, in the caller's transaction. Their address is not proven
 * by that, even where an Admin has confirmed the one that the account waited with.
 * @returns false where it waits no longer, or is closed.
 */
export const claimUser = async (tx: Tx, { id, email, ...claimed }: NewUser): Promise<boolean> => {
  const { users: t } = tx.tables;
  const taken = await tx
    .update(t)
    .set({ ...claimed, email, emailKey: emailKeyOf(email), verifiedAt: null, waitsSince: null })
    .where(and(eq(t.id, id), isNotNull(t.waitsSince), isNull(t.deactivatedAt)))
    .returning({ id: t.id });
  return taken.length > 0;
};

/** Opens a closed account, in the caller's transaction. */
export const openUser = async (tx: Tx, userId: string): Promise<void> => {
  const { users: t } = tx.tables;
  await tx.update(t).set(OPEN).where(eq(t.id, userId));
};

/** Opens the account of whoever has proven its mailbox, with another password. */
export const recoverUser = async (
  tx: Tx,
  userId: string,
  recovered: { passwordHash: string; verifiedAt: Date },
): Promise<void> => {
  const { users: t } = tx.tables;
  await tx
    .update(t)
    .set({ ...recovered, ...OPEN, waitsSince: null })
    .where(eq(t.id, userId));
};

/** What is left of a person: tickets and ledger stay under this name [ACC-19]. */
const ERASED = {
  role: "User",
  team: null,
  eraseAskedAt: null,
  email: null,
  emailKey: null,
  passwordHash: null,
  firstName: "Deleted",
  lastName: "member",
  nameKey: "",
  allowMarketing: false,
  promoReceivedAt: null,
  discordVisitedAt: null,
} as const;

/**
 * Has an account erased without waiting, in the caller's transaction; it is closed already.
 * @param given.freesAddress whether another account can have its address at once.
 */
export const askToErase = async (
  tx: Tx,
  { userId, freesAddress = false }: { userId: string; freesAddress?: boolean },
): Promise<void> => {
  const { users: t } = tx.tables;
  const free = freesAddress ? { email: null, emailKey: null } : {};
  await tx
    .update(t)
    .set({ eraseAskedAt: tx.clock.now(), ...free })
    .where(eq(t.id, userId));
};

/** Erases a user's personal data, in the caller's transaction. */
export const eraseUser = async (tx: Tx, userId: string): Promise<void> => {
  const { users: t } = tx.tables;
  await tx
    .update(t)
    .set({ ...ERASED, erasedAt: tx.clock.now() })
    .where(eq(t.id, userId));
};

/** Removes a user to whom nothing but tiers belongs any more, in the caller's transaction. */
export const removeUser = async (tx: Tx, userId: string): Promise<void> => {
  const { users, memberships } = tx.tables;
  await tx.delete(memberships).where(eq(memberships.userId, userId));
  await tx.delete(users).where(eq(users.id, userId));
};

/**
 * Notes, in the caller's transaction, when a member received the promo [SHOP-09], and tells their
 * feeds; where they received it later than that nothing changes.
 */
export const noteReceivedPromo = async (
  tx: Tx,
  { userId, at }: { userId: string; at: Date },
): Promise<void> => {
  const { users: t } = tx.tables;
  const noted = await tx
    .update(t)
    .set({ promoReceivedAt: at })
    .where(and(eq(t.id, userId), or(isNull(t.promoReceivedAt), lt(t.promoReceivedAt, at))))
    .returning({ id: t.id });
  if (noted.length > 0) tx.publish({ type: "account.changed", userId });
};

/** Notes when a member first went on to the community's Discord. */
export const visitDiscord = async ({ write, actor: { userId } }: MemberCtx): Promise<void> => {
  await write(async (tx) => {
    const { users: t } = tx.tables;
    await tx
      .update(t)
      .set({ discordVisitedAt: tx.clock.now() })
      .where(and(eq(t.id, userId), isNull(t.discordVisitedAt)));
  });
};

/** Whether somebody is told by mail of links, in the caller's transaction. @returns whether it was changed. */
export const setMailsOfLinks = async (
  tx: Tx,
  userId: string,
  mailsOfLinks: boolean,
): Promise<boolean> => {
  const { users: t } = tx.tables;
  const changed = await tx
    .update(t)
    .set({ mailsOfLinks })
    .where(and(eq(t.id, userId), ne(t.mailsOfLinks, mailsOfLinks)))
    .returning({ id: t.id });
  return changed.length > 0;
};
