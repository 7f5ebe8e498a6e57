import type { MadeBridgeKey, NewBridgeKey } from "#shared/schemas/bridge.ts";
import { writeAudit } from "#server/auth/audit.ts";
import { grantsOf, makeBridgeSecret } from "#server/auth/bridge-keys.ts";
import { assertStillAdmin } from "#server/auth/still-admin.ts";
import type { MemberContext } from "#server/context.ts";
import { toBridgeKey } from "./keys.ts";

/** Makes a key for a game-server plugin. The answer is the only place where it ever stands. */
export const makeKey = async (
  ctx: MemberContext,
  { name, ...wanted }: NewBridgeKey,
): Promise<MadeBridgeKey> => {
  const { store, clock, actor } = ctx;
  const { id, key, hash } = makeBridgeSecret();
  // Each once, in our order.
  const { scopes, games } = grantsOf(wanted);
  const made = { id, name, scopes, games, createdAt: clock.now() };
  await store.write(async (tx) => {
    await assertStillAdmin(ctx, tx);
    await tx.insert(store.tables.bridgeKeys).values({ ...made, hash, createdBy: actor.userId });
    const after = { scopes: scopes.join(" "), games: games.join(" ") };
    const entry = { actorId: actor.userId, subject: id, after };
    await writeAudit(ctx, tx, { action: "bridge_key.created", ...entry });
  });
  const { firstName, lastName, role } = actor.user;
  const maker = { id: actor.userId, firstName, lastName };
  const by = { maker, makerRole: role, makerGoneAt: null };
  return { ...toBridgeKey({ ...made, ...by, lastUsedAt: null, revokedAt: null }), key };
};
