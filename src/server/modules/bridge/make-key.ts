import { assertConfirmed } from "#server/access/confirmed.ts";
import { assertMay } from "#server/access/rights.ts";
import { grantsOf, makeBridgeSecret } from "#server/auth/bridge-keys.ts";
import type { MemberCtx } from "#server/context/context.ts";
import { wrongInput } from "#server/core/errors.ts";
import { BRIDGE } from "#shared/bridge-messages.ts";
import type { MadeBridgeKey, NewBridgeKey } from "#shared/schemas/bridge.ts";
import { toBridgeKey } from "./keys.ts";

/**
 * Makes a key for a game-server plugin. The answer is the only place where it ever stands.
 * @throws {AppError} `bad_request` for an end that has passed already, and for a game that there is not.
 */
export const makeKey = async (
  ctx: MemberCtx,
  { name, expiresAt: end = null, ...wanted }: NewBridgeKey,
): Promise<MadeBridgeKey> => {
  const { clock, actor } = ctx;
  const { id, key, hash } = makeBridgeSecret();
  // Each once, in our order.
  const { scopes } = grantsOf(wanted);
  const known = ctx.config.community.games.map((game) => game.key);
  if (wanted.games.some((game) => !known.includes(game)))
    throw wrongInput(BRIDGE.unknownGame(known), ["games"]);
  const games = known.filter((game) => wanted.games.includes(game));
  const now = clock.now();
  const expiresAt = end === null ? null : new Date(end);
  if (expiresAt !== null && expiresAt <= now) throw wrongInput(BRIDGE.expiryPast, ["expiresAt"]);
  const made = { id, name, scopes, games, createdAt: now, expiresAt };
  await ctx.write(async (tx) => {
    await assertMay(tx, "bridge");
    await assertConfirmed(tx);
    await tx.insert(ctx.tables.bridgeKeys).values({ ...made, hash, createdBy: actor.userId });
    const after = { scopes: scopes.join(" "), games: games.join(" "), expiresAt: end };
    await tx.audit({ action: "bridge_key.created", subject: id, after });
  });
  const { firstName, lastName, role, team } = actor.user;
  const maker = { id: actor.userId, firstName, lastName };
  const by = { maker, makerRole: role, makerTeam: team, makerGoneAt: null };
  return { ...toBridgeKey({ ...made, ...by, lastUsedAt: null, revokedAt: null }, now), key };
};
