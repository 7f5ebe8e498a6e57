import type { Auth } from "#server/auth/auth.ts";
import { hashOf } from "#server/auth/secrets.ts";
import type { Community } from "#server/config/community.ts";
import type { GamePlatform } from "#shared/constants/accounts.ts";
import { spelledAlike } from "#shared/rules/text.ts";

/** A vote as a voting site tells it, whoever cast it. */
export type CastVote = {
  game: string;
  /** "" where players vote for no server in particular. */
  server: string;
  serviceName: string;
  timestamp: number | string;
};

/** What the community gives for a vote, by the list on which it was cast. */
export const votePointsOf = (
  { votePoints, voteLists }: Community["rewards"],
  { serviceName }: Pick<CastVote, "serviceName">,
): number => {
  const asked = spelledAlike(serviceName);
  return voteLists.find(({ service }) => spelledAlike(service) === asked)?.points ?? votePoints;
};

/** Where somebody votes, as it is counted. @param whose a user's id, or a hash of who votes. */
export const placeOf = (whose: string, { game, server, serviceName }: CastVote): string =>
  JSON.stringify([whose, game, spelledAlike(server), spelledAlike(serviceName)]);

/** Of one vote, as it was told: the same one has the same reference. */
export const voteReferenceOf = (
  whose: string,
  { game, server, serviceName, timestamp }: CastVote,
): string => hashOf(`${JSON.stringify([whose, game, server, serviceName])} ${timestamp}`);

/** The line of the ledger for a vote: the same vote has the same reference, whenever it is credited. */
export const voteEntryOf = (userId: string, vote: CastVote, delta: number) => {
  const { game, server, serviceName } = vote;
  return {
    userId,
    kind: "vote",
    delta,
    reason: `Vote on ${serviceName}${server === "" ? "" : ` for ${server}`}`,
    reference: `vote:${voteReferenceOf(userId, vote)}`,
    game,
    actorId: null,
  } as const;
};

/** By what a vote names its player: an id of the platform as it is stored, or on Minecraft a name. */
export type Voter = {
  platform: GamePlatform;
  playerId: string;
  /** By what else the same player is known, such as the name beside an id of Minecraft. */
  alias?: string;
};

/** Under what the votes of somebody are kept who is no member: keyed, so that nobody reads whose. */
const voterHashOf = (auth: Pick<Auth, "lastingKeyFor">, { platform, playerId }: Voter): string =>
  new Bun.CryptoHasher("sha256", auth.lastingKeyFor("kept vote"))
    .update(`${platform} ${playerId.toLowerCase()}`)
    .digest("hex");

/** Every hash under which votes of this player may be kept, the one for new ones first. */
export const voterHashesOf = (
  auth: Pick<Auth, "lastingKeyFor">,
  { platform, playerId, alias }: Voter,
): [string, ...string[]] => {
  const own = voterHashOf(auth, { platform, playerId });
  return alias === undefined ? [own] : [own, voterHashOf(auth, { platform, playerId: alias })];
};
