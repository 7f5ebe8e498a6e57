import { and, eq } from "drizzle-orm";
import type { RequestCtx, Tx } from "#server/context/context.ts";
import type { Reader } from "#server/store/store.ts";
import { PROMO } from "#shared/constants/shop.ts";

/**
 * What a package is of which a member has one open basket at a time: the promo, or a tier by its key;
 * null for any other package.
 */
export const reservedOf = (
  { config: { community } }: Pick<RequestCtx, "config">,
  packageId: number,
): string | null => {
  const { promoPackage, packages } = community.shop;
  if (packageId === promoPackage) return PROMO;
  return packages.find(({ id }) => id === packageId)?.tier ?? null;
};

/** Whether the promo is among these packages. */
export const hasPromo = (
  known: Pick<RequestCtx, "config">,
  items: readonly { packageId: number }[],
): boolean => items.some(({ packageId }) => reservedOf(known, packageId) === PROMO);

/** The orders in whose open baskets a member has something that can be in one alone. */
export const findReservations = async (
  reader: Reader,
  userId: string,
): Promise<ReadonlyMap<string, number>> => {
  const { basketReservations: t } = reader.tables;
  const rows = await reader
    .select({ what: t.what, orderId: t.orderId })
    .from(t)
    .where(eq(t.userId, userId));
  return new Map(rows.map(({ what, orderId }) => [what, orderId]));
};

/** Notes, in the caller's transaction, in whose basket it is; what is there already stays. */
export const reserve = async (
  tx: Tx,
  given: { userId: string; what: string; orderId: number },
): Promise<void> => {
  await tx
    .insert(tx.tables.basketReservations)
    .values({ ...given, createdAt: tx.clock.now() })
    .onConflictDoNothing();
};

/** Lets go, in the caller's transaction, what an order's basket has: one thing, or everything. */
export const releaseReservations = async (
  tx: Tx,
  orderId: number,
  what?: string,
): Promise<void> => {
  const { basketReservations: t } = tx.tables;
  const isIt = what === undefined ? undefined : eq(t.what, what);
  await tx.delete(t).where(and(eq(t.orderId, orderId), isIt));
};

/** What an order's basket has reserved. */
export const reservedBy = async (reader: Reader, orderId: number): Promise<readonly string[]> => {
  const { basketReservations: t } = reader.tables;
  const rows = await reader.select({ what: t.what }).from(t).where(eq(t.orderId, orderId));
  return rows.map(({ what }) => what);
};
