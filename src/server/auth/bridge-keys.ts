import { BRIDGE_SCOPES, type BridgeScope, type KeyState } from "#shared/constants/points.ts";
import { hashOf, randomSecret } from "./secrets.ts";

/** What a key may do, and for which games. */
export type BridgeGrant = {
  keyId: string;
  scopes: readonly BridgeScope[];
  games: readonly string[];
};

const PREFIX = "lxb_";
const ID_BYTES = 6;
const SHAPE = /^lxb_([\da-f]{12})_/;

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

/** What a stored list says in the words of today: a scope that is gone grants nothing. */
export const grantsOf = (row: { scopes: readonly string[]; games: readonly string[] }) => ({
  scopes: BRIDGE_SCOPES.filter((scope) => row.scopes.includes(scope)),
  games: [...row.games],
});

/** Whether a key is good at a moment. What was revoked before its end has not expired. */
export const stateOfKey = (
  { revokedAt, expiresAt }: { revokedAt: Date | null; expiresAt: Date | null },
  now: Date,
): KeyState => {
  if (revokedAt !== null && (expiresAt === null || revokedAt < expiresAt)) return "revoked";
  return expiresAt !== null && expiresAt <= now ? "expired" : "active";
};
