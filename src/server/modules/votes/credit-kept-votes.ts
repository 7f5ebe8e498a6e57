import { inArray } from "drizzle-orm";
import type { GamePlatform } from "#shared/constants/accounts.ts";
import { KEPT_VOTE_MS } from "#shared/constants/points.ts";
import type { Auth } from "#server/auth/auth.ts";
import type { Clock } from "#server/clock.ts";
import { addEntry } from "#server/modules/points/index.ts";
import type { Store, Tx } from "#server/store/store.ts";
import { voteEntryOf } from "./vote-entry.ts";
import { voterHashOf } from "./voter.ts";

type Linked = {
  userId: string;
  platform: GamePlatform;
  externalId: string;
  name: string;
  /** False for an account that was unlinked once: what waited for it is dropped. */
  isEligible: boolean;
};

/**
 * Credits, in the transaction that links an account, the votes that were kept for its player; each
 * counts once, as if it were told now.
 */
export const creditKeptVotes = async (
  { store, clock, auth }: { store: Store; clock: Clock; auth: Pick<Auth, "lastingKeyFor"> },
  tx: Tx,
  { userId, platform, externalId, name, isEligible }: Linked,
): Promise<void> => {
  const { keptVotes: t } = store.tables;
  // Voting sites know players of Minecraft by name.
  const ids = platform === "minecraft" ? [externalId, name] : [externalId];
  const voters = ids.map((playerId) => voterHashOf(auth, { platform, playerId }));
  const kept = await tx.delete(t).where(inArray(t.voter, voters)).returning();
  if (!isEligible) return;
  const oldestMs = clock.now().getTime() - KEPT_VOTE_MS;
  const inTime = kept
    .filter(({ keptAt }) => keptAt.getTime() > oldestMs)
    .toSorted((a, b) => a.keptAt.getTime() - b.keptAt.getTime());
  for (const vote of inTime)
    await addEntry(store, tx, clock, voteEntryOf(userId, vote, vote.points));
};
