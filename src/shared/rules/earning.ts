import type { CommunityGame } from "#shared/schemas/community/games.ts";
import { gameOf } from "./games.ts";

type EarningGame = Pick<CommunityGame, "earnsPoints" | "platforms">;

/** The games whose play earns points; where servers know players by no platform, none can say who plays. */
export const earningGames = <Game extends EarningGame>(games: readonly Game[]): Game[] =>
  games.filter(({ earnsPoints, platforms }) => earnsPoints && platforms.length > 0);

/** What votes are made of, in a community. */
type Voting = {
  games: readonly CommunityGame[];
  servers: readonly { game: string; voteUrl: string | null }[];
  rewards: { votePoints: number; voteLists: readonly { points: number }[] };
};

/** How members come by points besides what they buy or are given: pages promise nothing else [POINTS-17]. */
export const waysToEarn = ({ games, servers, rewards }: Voting) => {
  const { votePoints, voteLists } = rewards;
  const hasVoteAddress = servers.some(
    ({ game, voteUrl }) => voteUrl !== null && gameOf(games, game).platforms.length > 0,
  );
  const isVoteWorth = votePoints > 0 || voteLists.some(({ points }) => points > 0);
  return {
    play: earningGames(games).length > 0,
    /** Whether there is somewhere to vote, and whether a vote earns points. */
    hasVoteAddress,
    isVoteWorth,
    vote: hasVoteAddress && isVoteWorth,
  };
};
