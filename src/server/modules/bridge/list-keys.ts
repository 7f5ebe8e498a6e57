import { eq } from "drizzle-orm";
import type { MemberCtx } from "#server/context/context.ts";
import { keyset } from "#server/store/cursor.ts";
import { PAGE_SIZE } from "#shared/constants/lists.ts";
import type { BridgeKey } from "#shared/schemas/bridge.ts";
import { keyColumns, toBridgeKey } from "./keys.ts";

/**
 * The keys of game-server plugins, newest first, revoked ones too.
 * @throws {AppError} `bad_request` for a cursor of another list.
 */
export const listKeys = async (
  { tables, read, clock }: MemberCtx,
  { cursor, limit = PAGE_SIZE }: { cursor?: string | null | undefined; limit?: number | undefined },
): Promise<{ items: BridgeKey[]; nextCursor: string | null }> => {
  const { bridgeKeys, users } = tables;
  const list = keyset({ createdAt: bridgeKeys.createdAt, id: bridgeKeys.id });
  const rows = await read
    .select(keyColumns(tables))
    .from(bridgeKeys)
    .innerJoin(users, eq(users.id, bridgeKeys.createdBy))
    .where(list.before(cursor))
    .orderBy(...list.order)
    .limit(limit + 1);
  const { shown, nextCursor } = list.page(rows, limit);
  return {
    items: shown.map((row) => toBridgeKey(row, clock.now())),
    nextCursor,
  };
};
