import type { MemberCtx } from "#server/context/context.ts";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { GAME_NAMES, SERVER_GAMES } from "#shared/constants/games.ts";
import { DISCORD_GAME, TICKET_CATEGORIES } from "#shared/constants/tickets.ts";
import type { TicketOptions } from "#shared/schemas/tickets.ts";

type Configured = Pick<MemberCtx, "config">;

const discordOf = ({ brand }: MemberCtx["config"]["community"]): string => {
  const name = `${brand.name} Discord`;
  return name.length > LENGTHS.serverName ? "Discord" : name;
};

/** What a ticket may be about: by game, the names of its configured servers [TICK-08]. */
const gamesWithServers = ({ config: { community } }: Configured): Map<string, string[]> => {
  const games = new Map([[DISCORD_GAME, [discordOf(community).normalize("NFC")]]]);
  for (const game of SERVER_GAMES) {
    const own = community.servers.filter((server) => server.game === game);
    const names = new Set(own.map(({ name }) => name.normalize("NFC")));
    if (names.size > 0) games.set(GAME_NAMES[game], [...names]);
  }
  return games;
};

/** Whether a ticket may be about this server of this game. */
export const isServer = (
  ctx: Configured,
  { game, server }: { game: string; server: string },
): boolean => gamesWithServers(ctx).get(game)?.includes(server) === true;

/** What a ticket can be about [TICK-08]. */
export const readOptions = async (ctx: MemberCtx): Promise<TicketOptions> => ({
  gamesWithServers: Object.fromEntries(gamesWithServers(ctx)),
  categories: [...TICKET_CATEGORIES],
});
