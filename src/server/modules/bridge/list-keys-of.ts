import { and, asc, eq, gt, isNull, or } from "drizzle-orm";
import { KEYS_OF_MAKER_MAX } from "#shared/constants/points.ts";
import type { BridgeKey } from "#shared/schemas/bridge.ts";
import type { MemberContext } from "#server/context.ts";
import { keyColumns, toBridgeKey } from "./keys.ts";

/** The keys of one Admin that are good, oldest first: what ends with their role. */
export const listKeysOf = async (
  { store, clock }: MemberContext,
  { id }: { id: string },
): Promise<BridgeKey[]> => {
  const { bridgeKeys: t, users } = store.tables;
  const now = clock.now();
  const isActive = and(isNull(t.revokedAt), or(isNull(t.expiresAt), gt(t.expiresAt, now)));
  const rows = await store.read
    .select(keyColumns(store.tables))
    .from(t)
    .innerJoin(users, eq(users.id, t.createdBy))
    .where(and(eq(t.createdBy, id), isActive))
    .orderBy(asc(t.createdAt), asc(t.id))
    .limit(KEYS_OF_MAKER_MAX);
  return rows.map((row) => toBridgeKey(row, now));
};
