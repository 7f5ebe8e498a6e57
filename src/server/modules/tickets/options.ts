import { desc, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import type { Ctx, CtxReader, MemberCtx, SystemCtx } from "#server/context/context.ts";
import { AppError, wrongInput } from "#server/core/errors.ts";
import { readSetting, type Setting, writeSetting } from "#server/store/settings.ts";
import type { TimedTx } from "#server/store/store.ts";
import { LENGTHS } from "#shared/constants/accounts.ts";
import {
  ANSWER_TIME_RANGE_MS,
  ANSWER_TIME_TICKETS_MIN,
  type TicketAnswer,
} from "#shared/constants/desk.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { filledIn } from "#shared/rules/text.ts";
import { answerMax, readAnswer, type TicketQuestion } from "#shared/schemas/community/checks.ts";
import type { NewTicket, TicketOptions } from "#shared/schemas/tickets.ts";
import { TICKET_QUESTIONS_ASKED, TICKETS } from "#shared/ticket-messages.ts";

type ReaderConfig = Pick<CtxReader, "config">;
type Given = Pick<NewTicket, "category" | "answers">;

const wrong = (key: string, sentence: string) => wrongInput(sentence, [`answers.${key}`]);

const readGiven = (question: TicketQuestion, given: string): TicketAnswer | null => {
  const { key, label, required, type } = question;
  const value = readAnswer(question, given);
  if (value === null)
    throw wrong(
      key,
      type === "choice"
        ? TICKET_QUESTIONS_ASKED.unknownChoice(label)
        : TICKET_QUESTIONS_ASKED.unfit(label, answerMax(question)),
    );
  if (value === "" && required === true) throw wrong(key, TICKET_QUESTIONS_ASKED.missing(label));
  return value === "" ? null : { key, label, value };
};

/**
 * What was answered to the questions of a ticket's category, in their order and with what they say now; null for
 * nothing [DESK-03].
 * @throws {AppError} `bad_request`, which names the question, for an answer that is missing or does not fit, and for
 *   one to a question that the category does not have.
 */
export const answersOf = (
  { config }: ReaderConfig,
  { category, answers }: Given,
): readonly TicketAnswer[] | null => {
  const { categories } = config.community.tickets;
  const questions = categories.find(({ key }) => key === category)?.questions ?? [];
  const given = new Map(Object.entries(answers ?? {}));
  for (const key of given.keys())
    if (!questions.some((question) => question.key === key))
      throw wrong(key, TICKET_QUESTIONS_ASKED.unknown);
  const read = questions.flatMap(
    (question) => readGiven(question, given.get(question.key) ?? "") ?? [],
  );
  return read.length === 0 ? null : read;
};

/** So many tickets are looked at, the newest: more than a busy month has. */
const TICKETS_MAX = 5000;

const measured = z.object({ medianMs: z.int().nullable() });
const ANSWER_TIME: Setting<z.infer<typeof measured>> = {
  key: "tickets.answer_time",
  schema: measured,
};

const medianOf = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const low = sorted[Math.ceil(middle) - 1] ?? 0;
  const high = sorted[Math.floor(middle)] ?? low;
  return (low + high) / 2;
};

/** How long first answers took on the tickets of the last weeks that have one, in ms. */
const findAnswerTimes = async ({ read, tables, clock }: Ctx): Promise<readonly number[]> => {
  const { tickets: t } = tables;
  const rows = await read
    .select({ createdAt: t.createdAt, answeredAt: t.firstAnsweredAt })
    .from(t)
    .orderBy(desc(t.id))
    .limit(TICKETS_MAX);
  const since = clock.now().getTime() - ANSWER_TIME_RANGE_MS;
  return rows.flatMap(({ createdAt, answeredAt }) =>
    answeredAt === null || createdAt.getTime() < since
      ? []
      : [Math.max(0, answeredAt.getTime() - createdAt.getTime())],
  );
};

/** Measures how long a first answer usually takes, for `readUsualAnswer` [WRITE-12]. */
export const measureAnswers = async (ctx: SystemCtx): Promise<void> => {
  const times = await findAnswerTimes(ctx);
  const isEnough = times.length >= ANSWER_TIME_TICKETS_MIN;
  // To the minute: the figures of single tickets cannot be told from it.
  const medianMs = isEnough
    ? Math.max(1, Math.round(medianOf(times) / MINUTE_MS)) * MINUTE_MS
    : null;
  const known = await readSetting(ctx.read, ANSWER_TIME);
  if (known !== null && known.medianMs === medianMs) return;
  await ctx.write((tx) => writeSetting(tx, ANSWER_TIME, { medianMs }));
};

/** How long a first answer usually takes, as it was measured last; null with too few tickets. */
export const readUsualAnswer = async ({ read }: MemberCtx): Promise<{ medianMs: number | null }> =>
  (await readSetting(read, ANSWER_TIME)) ?? { medianMs: null };

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

/**
 * Tickets have the short name of their game, and go with it where that is another from now on. Not a change of
 * the ticket: nobody is told.
 * @param renamed the present name by that of before.
 */
export const renameTicketGames = async (
  tx: TimedTx,
  renamed: ReadonlyMap<string, string>,
): Promise<void> => {
  if (renamed.size === 0) return;
  const { tickets: t } = tx.tables;
  const cases = [...renamed].map(([before, now]) => sql`WHEN ${t.game} = ${before} THEN ${now}`);
  await tx
    .update(t)
    .set({ game: sql`CASE ${sql.join(cases, sql` `)} ELSE ${t.game} END` })
    .where(inArray(t.game, [...renamed.keys()]));
};
