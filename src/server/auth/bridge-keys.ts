import { and, eq, isNull, lte, or } from "drizzle-orm";
import type { Ctx } from "#server/context.ts";
import {
  BRIDGE_GAMES,
  BRIDGE_SCOPES,
  type BridgeGame,
  type BridgeScope,
  type KeyState,
} from "#shared/constants/points.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { hashOf, randomSecret } from "./secrets.ts";

/** What a key may do, and for which games. */
export type BridgeGrant = {
  keyId: string;
  scopes: readonly BridgeScope[];
  games: readonly BridgeGame[];
};

const PREFIX = "lxb_";
const ID_BYTES = 6;
const SHAPE = /^lxb_([\da-f]{12})_/;
/** How exact it is known when a key was last used: not every call is to write. */
const USE_GRAIN_MS = 10 * MINUTE_MS;

/** True of what looks like a bridge key, and so is no member's token. */
export const isBridgeKey = (token: string): boolean => token.startsWith(PREFIX);

/** The id that a key names, whether there is such a key or not; null where it names none. */
export const bridgeKeyIdIn = (key: string): string | null => SHAPE.exec(key)?.[1] ?? null;

/** A new key: `lxb_ID_SECRET`. Of the secret only the hash is to be kept. */
export const makeBridgeSecret = (): { id: string; key: string; hash: string } => {
  const id = Buffer.from(crypto.getRandomValues(new Uint8Array(ID_BYTES))).toString("hex");
  const key = `${PREFIX}${id}_${randomSecret()}`;
  return { id, key, hash: hashOf(key) };
};

/** What a stored list says in the words of today: a scope or game that is gone grants nothing. */
export const grantsOf = (row: { scopes: readonly string[]; games: readonly string[] }) => ({
  scopes: BRIDGE_SCOPES.filter((scope) => row.scopes.includes(scope)),
  games: BRIDGE_GAMES.filter((game) => row.games.includes(game)),
});

/** Whether a key is good at a moment. What was revoked before its end has not expired. */
export const stateOfKey = (
  { revokedAt, expiresAt }: { revokedAt: Date | null; expiresAt: Date | null },
  now: Date,
): KeyState => {
  if (revokedAt !== null && (expiresAt === null || revokedAt < expiresAt)) return "revoked";
  return expiresAt !== null && expiresAt <= now ? "expired" : "active";
};

/**
 * What this key grants, and that it was used now.
 * @returns why it is refused: null for one that there is not.
 */
export const findBridgeGrant = async (
  { tables, read, write, clock }: Ctx,
  key: string,
): Promise<{ grant: BridgeGrant } | { refused: Exclude<KeyState, "active"> | null }> => {
  const { bridgeKeys: t } = tables;
  const isIt = eq(t.hash, hashOf(key));
  const { id, scopes, games, lastUsedAt, revokedAt, expiresAt } = t;
  const [found] = await read
    .select({ id, scopes, games, lastUsedAt, revokedAt, expiresAt })
    .from(t)
    .where(isIt);
  if (found === undefined) return { refused: null };
  const now = clock.now();
  const state = stateOfKey(found, now);
  if (state !== "active") return { refused: state };
  const longAgo = new Date(now.getTime() - USE_GRAIN_MS);
  if (found.lastUsedAt === null || found.lastUsedAt <= longAgo)
    await write(async (tx) => {
      const isDue = or(isNull(t.lastUsedAt), lte(t.lastUsedAt, longAgo));
      await tx
        .update(t)
        .set({ lastUsedAt: now })
        .where(and(isIt, isNull(t.revokedAt), isDue));
    });
  return { grant: { keyId: found.id, ...grantsOf(found) } };
};
