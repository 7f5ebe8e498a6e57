import { and, eq, isNull, lt, or } from "drizzle-orm";
import { revokeCodes } from "#server/auth/one-time-codes.ts";
import type { MemberCtx, Tx } from "#server/context/context.ts";
import { CODE_KINDS, type Role } from "#shared/constants/accounts.ts";
import { emailKeyOf } from "#shared/rules/account-fields.ts";

type NewUser = {
  id: string;
  email: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
};

/**
 * Adds a user whose address nobody has proven yet, in the caller's transaction.
 * @returns false where the address is another one's.
 */
export const addUser = async (tx: Tx, user: NewUser): Promise<boolean> => {
  const { users: t } = tx.tables;
  const added = await tx
    .insert(t)
    .values({
      ...user,
      emailKey: emailKeyOf(user.email),
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
  await revokeCodes(tx, { userId, kinds: CODE_KINDS });
  return { role: closed.role, closedAt };
};

const OPEN = { deactivatedAt: null, deactivatedBy: null } as const;

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
    .set({ ...recovered, ...OPEN })
    .where(eq(t.id, userId));
};

/** What is left of a person: tickets and ledger stay under this name [ACC-19]. */
const ERASED = {
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
