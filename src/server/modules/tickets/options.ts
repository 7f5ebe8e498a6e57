import type { MemberCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { LENGTHS } from "#shared/constants/accounts.ts";
import { filledIn } from "#shared/rules/text.ts";
import type { TicketOptions } from "#shared/schemas/tickets.ts";
import { TICKETS } from "#shared/ticket-messages.ts";

type Configured = Pick<MemberCtx, "config">;
type Community = MemberCtx["config"]["community"];

/** What stands for the server of a topic. */
const placeOf = (
  { key, title = key, place = title }: Community["tickets"]["topics"][number],
  { brand }: Community,
): string => {
  const filled = filledIn(place, { name: brand.name, currency: brand.currency }).normalize("NFC");
  return filled.length > LENGTHS.serverName ? title : filled;
};

/** What a ticket may be about: by topic or game, the names of its configured servers [TICK-08]. */
const gamesWithServers = ({ config: { community } }: Configured): Map<string, string[]> => {
  const { topics } = community.tickets;
  const ofTopics = new Map(topics.map((topic) => [topic.key, [placeOf(topic, community)]]));
  const ofGames = new Map<string, string[]>();
  for (const { key, name } of community.games) {
    const own = community.servers.filter(({ game }) => game === key);
    if (own.length === 0) continue;
    // Earlier programs published two games of one name: a ticket may be about the servers of both.
    const others = ofGames.get(name) ?? [];
    ofGames.set(name, [...new Set([...others, ...own.map(({ name }) => name.normalize("NFC"))])]);
  }
  return new Map([...ofTopics, ...ofGames]);
};

/** Whether a ticket may be about this server of this game. */
export const isServer = (
  ctx: Configured,
  { game, server }: { game: string; server: string },
): boolean => gamesWithServers(ctx).get(game)?.includes(server) === true;

const categoriesOf = ({ config: { community } }: Configured): string[] =>
  community.tickets.categories.map(({ key }) => key);

/** @throws {AppError} `bad_request` for a category that the community does not have; none is fine. */
export const assertCategory = (
  ctx: Configured,
  { category }: { category?: string | undefined },
): void => {
  const known = categoriesOf(ctx);
  if (category === undefined || known.includes(category)) return;
  const sentence = TICKETS.unknownCategory(known);
  throw new AppError("bad_request", `category: ${sentence}`, { fields: { category: sentence } });
};

/** What a ticket can be about [TICK-08]. */
export const readOptions = async (ctx: MemberCtx): Promise<TicketOptions> => ({
  gamesWithServers: Object.fromEntries(gamesWithServers(ctx)),
  categories: categoriesOf(ctx),
  appealCategory: ctx.config.community.tickets.appealCategory ?? null,
  questions: Object.fromEntries(
    ctx.config.community.tickets.categories.flatMap(({ key, questions = [] }) =>
      questions.length === 0 ? [] : [[key, questions]],
    ),
  ),
});
