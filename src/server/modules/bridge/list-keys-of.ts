import { and, asc, eq, gt, isNull, or } from "drizzle-orm";
import type { MemberCtx } from "#server/context/context.ts";
import { KEYS_OF_MAKER_MAX } from "#shared/constants/points.ts";
import type { BridgeKey } from "#shared/schemas/bridge.ts";
import { keyColumns, toBridgeKey } from "./keys.ts";

/** The keys of one Admin that are good, oldest first: what ends with their role. */
export const listKeysOf = async (
  { tables, read, clock }: MemberCtx,
  { id }: { id: string },
): Promise<BridgeKey[]> => {
  const { bridgeKeys: t, users } = tables;
  const now = clock.now();
  const isActive = and(isNull(t.revokedAt), or(isNull(t.expiresAt), gt(t.expiresAt, now)));
  const rows = await read
    .select(keyColumns(tables))
    .from(t)
    .innerJoin(users, eq(users.id, t.createdBy))
    .where(and(eq(t.createdBy, id), isActive))
    .orderBy(asc(t.createdAt), asc(t.id))
    .limit(KEYS_OF_MAKER_MAX);
  return rows.map((row) => toBridgeKey(row, now));
};
