import { and, desc, eq, gt, gte, inArray, sql } from "drizzle-orm";
import type { MemberCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { unreadOf } from "#server/modules/desk/index.ts";
import { newestRows } from "#server/modules/points/index.ts";
import { PLAY_WEEKS_SHOWN } from "#shared/constants/points.ts";
import { SIGN_IN } from "#shared/messages.ts";
import { byTier } from "#shared/rules/community.ts";
import { dayAfter, localTime, mondayOf, startOfDay } from "#shared/rules/local-time.ts";
import { waysToEarn } from "#shared/rules/points.ts";
import type { NextSteps, Overview, PlaceSeries } from "#shared/schemas/members.ts";

const ENTRIES_SHOWN = 5;
const TICKETS_SHOWN = 5;
/** As many as a chart can tell apart; the last has the rest. */
const SERIES_MAX = 6;

/** Something gathered in a week. */
type Gathered = Pick<PlaceSeries, "game" | "server"> & { week: number; value: number };

const gathered = ({ game, server, week }: Omit<Gathered, "value">, value: number): Gathered => ({
  game,
  server,
  week,
  value,
});

/**
 * Some of what was gathered as one series for each place, the largest first. Weeks are counted from
 * the one before those that are shown.
 */
const seriesOf = (parts: readonly Gathered[]): PlaceSeries[] => {
  const byPlace = new Map<string, PlaceSeries & { total: number }>();
  const add = ({ game, server, week, value }: Gathered) => {
    const key = `${game} ${server}`;
    const empty = Array.from({ length: PLAY_WEEKS_SHOWN }, () => 0);
    const series = byPlace.get(key) ?? { game, server, values: empty, total: 0 };
    series.values[week] = (series.values[week] ?? 0) + value;
    series.total += value;
    byPlace.set(key, series);
  };
  for (const part of parts)
    if (part.week > 0 && part.value > 0) add({ ...part, week: part.week - 1 });
  const places = [...byPlace.values()]
    .filter(({ game }) => game !== null)
    .toSorted((a, b) => b.total - a.total);
  // What belongs to no place is last, with all that cannot be told apart.
  for (const { values } of places.splice(SERIES_MAX - 1))
    for (const [week, value] of values.entries()) add({ game: null, server: null, week, value });
  const rest = byPlace.get("null null");
  return [...places, ...(rest === undefined ? [] : [rest])].map(({ game, server, values }) => ({
    game,
    server,
    values,
  }));
};

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

/** What came in each week, by kind and game. */
const readEarned = async (
  { read, tables, actor: { userId }, config }: MemberCtx,
  weeks: readonly string[],
) => {
  const { pointEntries: t } = tables;
  const starts = weeks.map((week) => startOfDay(week, config.community.timezone));
  const [first = new Date(0)] = starts;
  const later = starts
    .map((start, week) => sql`when ${t.at} >= ${sql.param(start, t.at)} then ${sql.raw(`${week}`)}`)
    .toReversed();
  const week = sql<number>`case ${sql.join(later, sql` `)} else 0 end`.mapWith(Number).as("week");
  const { kind, game, delta } = t;
  const entries = read
    .select({ week, kind, game, delta })
    .from(t)
    .where(and(eq(t.userId, userId), gte(t.at, first), gt(delta, 0)))
    .as("entries");
  return read
    .select({
      week: entries.week,
      kind: entries.kind,
      game: entries.game,
      value: sql`sum(${entries.delta})`.mapWith(Number),
      count: sql`count(*)`.mapWith(Number),
    })
    .from(entries)
    .groupBy(entries.week, entries.kind, entries.game);
};

/** Hours and points of the last weeks, by where they were gathered. */
const readWeeks = async (
  ctx: MemberCtx,
): Promise<Pick<Overview, "weeks" | "played" | "earned">> => {
  const { read, tables, actor, clock, config } = ctx;
  const { playWeeks: t } = tables;
  const present = mondayOf(localTime(clock.now(), config.community.timezone).day);
  // With the one before those that are shown: what was played at its end is credited in the first.
  const weeks = Array.from({ length: PLAY_WEEKS_SHOWN + 1 }, (_, week) =>
    dayAfter(present, 7 * (week - PLAY_WEEKS_SHOWN)),
  );
  const [time, entries] = await Promise.all([
    read
      .select({
        week: t.week,
        game: t.game,
        server: t.server,
        quarters: t.quarters,
        points: t.points,
      })
      .from(t)
      .where(and(eq(t.userId, actor.userId), gte(t.week, weeks[0] ?? present))),
    readEarned(ctx, weeks),
  ]);
  const places = time.map(({ week, game, server, quarters, points }) => ({
    week: weeks.indexOf(week),
    game,
    server: server === "" ? null : server,
    quarters,
    points,
  }));
  const passive = entries.filter(({ kind }) => kind === "passive");
  /** What the ledger says of playing besides: from before weeks were kept. */
  const beyond = (ledger: "count" | "value", known: "quarters" | "points") => {
    // Played in one week, and credited with the next: there it is nothing besides.
    let owed = 0;
    return [...weeks.keys()].map((week) => {
      const said = sum(passive.filter((row) => row.week === week).map((row) => row[ledger]));
      const paid = places.filter((row) => row.week === week && row.points > 0);
      const value = said - sum(paid.map((row) => row[known])) - owed;
      owed = Math.max(0, -value);
      return { game: null, server: null, week, value };
    });
  };
  return {
    weeks: weeks.slice(1),
    played: seriesOf([
      ...places.map((row) => gathered(row, row.quarters)),
      ...beyond("count", "quarters"),
    ]),
    earned: seriesOf([
      ...places.map((row) => gathered(row, row.points)),
      ...beyond("value", "points"),
      ...entries
        .filter(({ kind }) => kind !== "passive")
        .map(({ week, game, value }) => gathered({ week, game, server: null }, value)),
    ]),
  };
};

/** What a new member does first. @param member their row. */
const readSteps = async (
  { read, tables, actor: { userId }, config }: MemberCtx,
  member: { promoReceivedAt: Date | null; discordVisitedAt: Date | null },
): Promise<NextSteps> => {
  const { links, pointEntries: t } = tables;
  const [linked, votes] = await Promise.all([
    read.select({ platform: links.platform }).from(links).where(eq(links.userId, userId)),
    read
      .select({ id: t.id })
      .from(t)
      .where(and(eq(t.userId, userId), eq(t.kind, "vote")))
      .limit(1),
  ]);
  return {
    discord: linked.some(({ platform }) => platform === "discord"),
    gameAccount: linked.some(({ platform }) => platform !== "discord"),
    gift: config.community.shop.promoPackage === null ? null : member.promoReceivedAt !== null,
    vote: waysToEarn(config.community).vote ? votes.length > 0 : null,
    discordServer:
      config.community.links.discord === undefined ? null : member.discordVisitedAt !== null,
  };
};

/** The newest open tickets that a member is on, and whether there is something new on them. */
const readTickets = async ({
  read,
  tables,
  actor: { userId },
}: MemberCtx): Promise<Overview["tickets"]> => {
  const { tickets, ticketPeople: people } = tables;
  const { id, subject, lastMessageId, waitingSince } = tickets;
  const open = await read
    .select({ id, subject, lastMessageId, waitingSince })
    .from(people)
    .innerJoin(tickets, eq(tickets.id, people.ticketId))
    .where(and(eq(people.userId, userId), eq(people.status, "Open")))
    .orderBy(desc(people.ticketId))
    .limit(TICKETS_SHOWN);
  const unread = await unreadOf(read, userId, open);
  return open.map((row) => ({
    id: row.id,
    subject: row.subject,
    isUnread: unread.has(row.id),
    waitsFor: row.waitingSince === null ? "people" : "team",
  }));
};

const readTier = async ({
  read,
  tables,
  actor: { userId },
  clock,
  config,
}: MemberCtx): Promise<Overview["tier"]> => {
  const { memberships: m, subscriptions: s } = tables;
  const { tiers } = config.community;
  const known = tiers.map(({ key }) => key);
  const [running, active] = await Promise.all([
    read
      .select({ tier: m.tier, endsAt: m.endsAt })
      .from(m)
      .where(and(eq(m.userId, userId), inArray(m.tier, known), gt(m.endsAt, clock.now()))),
    read
      .select({ tier: s.tier, nextPaymentAt: s.nextPaymentAt })
      .from(s)
      .where(and(eq(s.userId, userId), eq(s.state, "active"))),
  ]);
  const highest = running.toSorted(byTier(tiers)).at(-1);
  if (highest === undefined) return null;
  const [next] = active
    .flatMap(({ tier, nextPaymentAt: at }) => (tier === highest.tier && at !== null ? [at] : []))
    .toSorted((a, b) => a.getTime() - b.getTime());
  return {
    tier: highest.tier,
    endsAt: highest.endsAt.toISOString(),
    nextPaymentAt: next?.toISOString() ?? null,
  };
};

/** All that a member's overview shows of them, in a bounded number of questions. */
export const readOverview = async (ctx: MemberCtx): Promise<Overview> => {
  const { read, tables, actor, config } = ctx;
  const { users } = tables;
  const [member] = await read
    .select({
      createdAt: users.createdAt,
      promoReceivedAt: users.promoReceivedAt,
      discordVisitedAt: users.discordVisitedAt,
    })
    .from(users)
    .where(eq(users.id, actor.userId));
  if (member === undefined) throw new AppError("unauthorized", SIGN_IN.endedElsewhere);
  const [steps, entries, tier, tickets, weeks] = await Promise.all([
    readSteps(ctx, member),
    newestRows(ctx, ENTRIES_SHOWN),
    readTier(ctx),
    readTickets(ctx),
    readWeeks(ctx),
  ]);
  const { votePoints, voteLists } = config.community.rewards;
  const joinedAt = member.createdAt.toISOString();
  return { joinedAt, steps, entries, votePoints, voteLists, tier, tickets, ...weeks };
};
