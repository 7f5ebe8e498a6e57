import type { BridgeCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import type { addEntry } from "#server/modules/points/index.ts";
import { POINTS } from "#shared/points-messages.ts";
import type { BridgeEntry } from "#shared/schemas/bridge.ts";

type Added = Awaited<ReturnType<typeof addEntry>>;

/** Under what the ledger knows a plugin's own key: another plugin's of the same name is another. */
export const referenceOf = ({ actor }: BridgeCtx, key: string): string =>
  `bridge:${actor.keyId}:${key}`;

/**
 * What a plugin is told of a line of the ledger.
 * @param asked what it asked for.
 * @throws {AppError} `conflict` where its key was used for something else.
 */
export const toBridgeEntry = (
  { id, userId, kind, delta, balance, reason, game, isNew }: Added,
  asked: Pick<Added, "userId" | "kind" | "delta" | "reason" | "game">,
): BridgeEntry => {
  const isSamePlayer = userId === asked.userId;
  const isSameThing = kind === asked.kind && delta === asked.delta && reason === asked.reason;
  const isSameGame = game === null || game === asked.game;
  if (!isSamePlayer || !isSameThing || !isSameGame)
    throw new AppError("reference_used", POINTS.usedReference);
  return { entryId: id, delta, balance, isRepeat: !isNew };
};
