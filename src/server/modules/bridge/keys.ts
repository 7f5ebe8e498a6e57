import type { BridgeKey } from "#shared/schemas/bridge.ts";
import { grantsOf } from "#server/auth/bridge-keys.ts";
import type { Store } from "#server/store/store.ts";

/** What is read of a key: never its hash. */
export const keyColumns = ({ bridgeKeys: t }: Store["tables"]) => ({
  id: t.id,
  name: t.name,
  scopes: t.scopes,
  games: t.games,
  createdBy: t.createdBy,
  createdAt: t.createdAt,
  lastUsedAt: t.lastUsedAt,
  revokedAt: t.revokedAt,
});

type KeyRow = Omit<Store["tables"]["bridgeKeys"]["$inferSelect"], "hash">;

/** A key as Admins see it. */
export const toBridgeKey = (row: KeyRow): BridgeKey => ({
  ...row,
  ...grantsOf(row),
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  revokedAt: row.revokedAt?.toISOString() ?? null,
});
