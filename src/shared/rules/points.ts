import type { CommunityGame } from "#shared/schemas/community/play.ts";
import type { PointEntry } from "#shared/schemas/points.ts";
import { gameOf } from "./community.ts";
import { localTime } from "./local-time.ts";

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

/** A row of a statement: a line of the ledger, or the passive credits of one day. */
export type StatementRow = {
  /** Of the day's newest line, which stands first. */
  id: number;
  /** "2026-12-01" where they are the passive credits of that day; null for a line of its own. */
  day: string | null;
  entries: [PointEntry, ...PointEntry[]];
};

/**
 * Lines of the ledger as rows: passive credits of one day are one, at the place of the newest.
 * @param entries newest first.
 * @param timeZone where the community is.
 */
export const rowsOf = (entries: readonly PointEntry[], timeZone: string): StatementRow[] => {
  const rows: StatementRow[] = [];
  const days = new Map<string, StatementRow>();
  for (const entry of entries) {
    const day = entry.kind === "passive" ? localTime(new Date(entry.at), timeZone).day : null;
    const known = day === null ? undefined : days.get(day);
    if (known === undefined) {
      const row: StatementRow = { id: entry.id, day, entries: [entry] };
      rows.push(row);
      if (day !== null) days.set(day, row);
    } else known.entries.push(entry);
  }
  return rows;
};
