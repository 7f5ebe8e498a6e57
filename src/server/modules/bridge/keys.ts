import { grantsOf, stateOfKey } from "#server/auth/bridge-keys.ts";
import type { Store } from "#server/store/store.ts";
import type { Role } from "#shared/constants/accounts.ts";
import type { BridgeKey } from "#shared/schemas/bridge.ts";
import type { Person } from "#shared/schemas/members.ts";

/** What is read of a key and of who made it: never its hash. */
export const keyColumns = ({ bridgeKeys: t, users }: Store["tables"]) => ({
  id: t.id,
  name: t.name,
  scopes: t.scopes,
  games: t.games,
  createdAt: t.createdAt,
  lastUsedAt: t.lastUsedAt,
  revokedAt: t.revokedAt,
  expiresAt: t.expiresAt,
  maker: { id: users.id, firstName: users.firstName, lastName: users.lastName },
  makerRole: users.role,
  makerGoneAt: users.deactivatedAt,
});

type KeyRow = Omit<
  Store["tables"]["bridgeKeys"]["$inferSelect"],
  "hash" | "createdBy" | "expiryWarnedAt"
> & {
  maker: Person;
  makerRole: Role;
  /** When their account was deactivated. */
  makerGoneAt: Date | null;
};

/** A key as Admins see it. */
export const toBridgeKey = ({ makerRole, makerGoneAt, ...row }: KeyRow, now: Date): BridgeKey => ({
  ...row,
  ...grantsOf(row),
  createdBy: row.maker.id,
  isMakerAdmin: makerRole === "Admin" && makerGoneAt === null,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  revokedAt: row.revokedAt?.toISOString() ?? null,
  expiresAt: row.expiresAt?.toISOString() ?? null,
  state: stateOfKey(row, now),
});
