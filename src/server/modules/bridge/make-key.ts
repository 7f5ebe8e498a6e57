import { BRIDGE } from "#shared/messages.ts";
import type { MadeBridgeKey, NewBridgeKey } from "#shared/schemas/bridge.ts";
import { writeAudit } from "#server/auth/audit.ts";
import { grantsOf, makeBridgeSecret } from "#server/auth/bridge-keys.ts";
import { assertStillAdmin } from "#server/auth/still-admin.ts";
import type { MemberContext } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import { toBridgeKey } from "./keys.ts";

/**
 * Makes a key for a game-server plugin. The answer is the only place where it ever stands.
 * @throws {AppError} `bad_request` for an end that has passed already.
 */
export const makeKey = async (
  ctx: MemberContext,
  { name, expiresAt: end = null, ...wanted }: NewBridgeKey,
): Promise<MadeBridgeKey> => {
  const { store, clock, actor } = ctx;
  const { id, key, hash } = makeBridgeSecret();
  // Each once, in our order.
  const { scopes, games } = grantsOf(wanted);
  const now = clock.now();
  const expiresAt = end === null ? null : new Date(end);
  if (expiresAt !== null && expiresAt <= now) throw new AppError("bad_request", BRIDGE.expiryPast);
  const made = { id, name, scopes, games, createdAt: now, expiresAt };
  await store.write(async (tx) => {
    await assertStillAdmin(ctx, tx);
    await tx.insert(store.tables.bridgeKeys).values({ ...made, hash, createdBy: actor.userId });
    const after = { scopes: scopes.join(" "), games: games.join(" "), expiresAt: end };
    const entry = { actorId: actor.userId, subject: id, after };
    await writeAudit(ctx, tx, { action: "bridge_key.created", ...entry });
  });
  const { firstName, lastName, role } = actor.user;
  const maker = { id: actor.userId, firstName, lastName };
  const by = { maker, makerRole: role, makerGoneAt: null };
  return { ...toBridgeKey({ ...made, ...by, lastUsedAt: null, revokedAt: null }, now), key };
};
