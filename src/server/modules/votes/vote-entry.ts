import { hashOf } from "#server/auth/secrets.ts";
import type { BridgeGame } from "#shared/constants/points.ts";

/** A vote as a voting site tells it, whoever cast it. */
export type CastVote = {
  game: BridgeGame;
  /** "" where players vote for no server in particular. */
  server: string;
  serviceName: string;
  timestamp: number | string;
};

/** Where somebody votes, as it is counted. @param whose a user's id, or a hash of who votes. */
export const placeOf = (whose: string, { game, server, serviceName }: CastVote): string =>
  JSON.stringify([whose, game, server, serviceName]);

/** The line of the ledger for a vote: the same vote has the same reference, whenever it is credited. */
export const voteEntryOf = (userId: string, vote: CastVote, delta: number) => {
  const { game, server, serviceName, timestamp } = vote;
  return {
    userId,
    kind: "vote",
    delta,
    reason: `Vote on ${serviceName}${server === "" ? "" : ` for ${server}`}`,
    reference: `vote:${hashOf(`${placeOf(userId, vote)} ${timestamp}`)}`,
    game,
    actorId: null,
  } as const;
};
