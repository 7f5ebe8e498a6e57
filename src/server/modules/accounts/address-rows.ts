import { and, desc, eq, gt, inArray, lte } from "drizzle-orm";
import type { CtxReader, Tx } from "#server/context/context.ts";
import { ADDRESS_CHANGES_MAX, ADDRESS_REQUEST_MS } from "#shared/constants/accounts.ts";

export type AddressRequest = {
  userId: string;
  id: string;
  email: string;
  isByTeam: boolean;
  askedAt: Date;
  expiresAt: Date;
};

/** The address that waits for an account; null for none, and for one that was not confirmed in time. */
export const requestOf = async (
  reader: CtxReader,
  userId: string,
): Promise<AddressRequest | null> => {
  const { addressRequests: t } = reader.tables;
  const isOpen = and(eq(t.userId, userId), gt(t.expiresAt, reader.clock.now()));
  const [found] = await reader.select().from(t).where(isOpen);
  return found ?? null;
};

/** Has an address wait for an account, in the caller's transaction, in the place of one that did. */
export const keepRequest = async (
  tx: Tx,
  given: { userId: string; email: string; isByTeam: boolean },
): Promise<AddressRequest> => {
  const { addressRequests: t } = tx.tables;
  const askedAt = tx.clock.now();
  const expiresAt = new Date(askedAt.getTime() + ADDRESS_REQUEST_MS);
  const request = { ...given, id: crypto.randomUUID(), askedAt, expiresAt };
  await tx.insert(t).values(request).onConflictDoUpdate({ target: t.userId, set: request });
  return request;
};

/** Has no address wait for an account, in the caller's transaction. @returns whether one did. */
export const dropRequest = async (tx: Tx, userId: string): Promise<boolean> => {
  const { addressRequests: t } = tx.tables;
  const gone = await tx.delete(t).where(eq(t.userId, userId)).returning({ id: t.id });
  return gone.length > 0;
};

/** Changes of an account that can still be taken back, the newest first; a few at most. */
export const listChanges = (reader: CtxReader, userId: string) => {
  const { addressChanges: t } = reader.tables;
  return reader
    .select()
    .from(t)
    .where(and(eq(t.userId, userId), gt(t.until, reader.clock.now())))
    .orderBy(desc(t.changedAt), desc(t.id))
    .limit(ADDRESS_CHANGES_MAX);
};

/** Removes what is kept of an account's other addresses, in the caller's transaction. */
export const forgetAddresses = async (tx: Tx, userId: string): Promise<void> => {
  const { addressChanges: t } = tx.tables;
  await dropRequest(tx, userId);
  await tx.delete(t).where(eq(t.userId, userId));
};

/** The other addresses of accounts: those that they had, and those that they are to have. */
export const otherAddressesOf = async (
  reader: CtxReader,
  userIds: readonly string[],
): Promise<string[]> => {
  if (userIds.length === 0) return [];
  const { addressChanges, addressRequests } = reader.tables;
  const had = await reader
    .select({ email: addressChanges.email })
    .from(addressChanges)
    .where(inArray(addressChanges.userId, [...userIds]));
  const wanted = await reader
    .select({ email: addressRequests.email })
    .from(addressRequests)
    .where(inArray(addressRequests.userId, [...userIds]));
  return [...had, ...wanted].map(({ email }) => email);
};

/** Removes up to `max` addresses that nobody confirmed, or that nobody can bring back. @returns how many. */
export const forgetOldAddresses = async (tx: Tx, max: number): Promise<number> => {
  const { addressChanges, addressRequests } = tx.tables;
  const now = tx.clock.now();
  const oldChanges = tx
    .select({ id: addressChanges.id })
    .from(addressChanges)
    .where(lte(addressChanges.until, now))
    .limit(max);
  const changes = await tx
    .delete(addressChanges)
    .where(inArray(addressChanges.id, oldChanges))
    .returning({ id: addressChanges.id });
  const oldRequests = tx
    .select({ userId: addressRequests.userId })
    .from(addressRequests)
    .where(lte(addressRequests.expiresAt, now))
    .limit(max - changes.length);
  const requests = await tx
    .delete(addressRequests)
    .where(and(inArray(addressRequests.userId, oldRequests), lte(addressRequests.expiresAt, now)))
    .returning({ id: addressRequests.id });
  return changes.length + requests.length;
};
