import { and, desc, eq, gt, inArray, isNull, lte, or, type SQL } from "drizzle-orm";
import { type Account, accountHashOf } from "#server/auth/auth.ts";
import type { CtxReader, MemberCtx, MemberReader } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import type { Tables } from "#server/store/store.ts";
import { STRIKE_ACTS, type StrikeAct, type StrikeState } from "#shared/constants/strikes.ts";
import { dateFormat } from "#shared/rules/format.ts";
import type { StrikeStanding } from "#shared/schemas/strikes.ts";
import { strikeForbids, STRIKES } from "#shared/strike-messages.ts";

export type StrikeRow = Tables["strikes"]["$inferSelect"];

/** The column that says whether a strike forbids something. */
const forbidColumn = ({ strikes }: Tables, act: StrikeAct) =>
  ({
    writing: strikes.forbidsWriting,
    buying: strikes.forbidsBuying,
    earning: strikes.forbidsEarning,
    playing: strikes.forbidsPlaying,
  })[act];

/** What a strike forbids, by its columns. */
export const forbidsOf = (row: StrikeRow): StrikeAct[] => {
  const forbids: Record<StrikeAct, boolean> = {
    writing: row.forbidsWriting,
    buying: row.forbidsBuying,
    earning: row.forbidsEarning,
    playing: row.forbidsPlaying,
  };
  return STRIKE_ACTS.filter((act) => forbids[act]);
};

/** How a strike stands at a moment: by the clock, whatever jobs have run. */
export const stateOf = (
  { liftedAt, endsAt }: Pick<StrikeRow, "liftedAt" | "endsAt">,
  now: Date,
): StrikeState => {
  if (liftedAt !== null) return "lifted";
  return endsAt !== null && endsAt <= now ? "expired" : "active";
};

/** For `.where(...)`: the strikes that stand so at a moment. */
export const isInState = ({ strikes: t }: Tables, state: StrikeState, now: Date): SQL | undefined =>
  state === "lifted"
    ? gt(t.liftedAt, new Date(0))
    : state === "expired"
      ? and(isNull(t.liftedAt), lte(t.endsAt, now))
      : and(isNull(t.liftedAt), or(isNull(t.endsAt), gt(t.endsAt, now)));

/** The active strikes of some members, newest first. @param act those that forbid it; all without. */
export const activeStrikes = async (
  reader: CtxReader,
  userIds: readonly string[],
  act?: StrikeAct,
): Promise<StrikeRow[]> => {
  if (userIds.length === 0) return [];
  const { tables, clock } = reader;
  const { strikes: t } = tables;
  const isMeant = act === undefined ? undefined : eq(forbidColumn(tables, act), true);
  return reader
    .select()
    .from(t)
    .where(and(inArray(t.userId, [...userIds]), isInState(tables, "active", clock.now()), isMeant))
    .orderBy(desc(t.id));
};

/**
 * The strikes that keep an account of a game from playing now: those of whoever has linked it, and those that
 * ran while it was unlinked or its owner was erased.
 */
export const strikesOn = async (
  reader: CtxReader,
  account: Account,
): Promise<{ isLinked: boolean; strikes: readonly StrikeRow[] }> => {
  const { tables, clock, auth } = reader;
  const { links, struckAccounts: s, strikes: t } = tables;
  const [link] = await reader
    .select({ userId: links.userId })
    .from(links)
    .where(and(eq(links.platform, account.platform), eq(links.externalId, account.externalId)));
  const kept = await reader
    .select({ strikeId: s.strikeId })
    .from(s)
    .where(eq(s.hash, accountHashOf(auth, account)));
  const isLinked = link !== undefined;
  if (!isLinked && kept.length === 0) return { isLinked, strikes: [] };
  const ids = kept.map(({ strikeId }) => strikeId);
  const isOnIt = or(
    isLinked ? eq(t.userId, link.userId) : undefined,
    ids.length > 0 ? inArray(t.id, ids) : undefined,
  );
  const isInForce = and(isInState(tables, "active", clock.now()), eq(t.forbidsPlaying, true));
  return { isLinked, strikes: await reader.select().from(t).where(and(isOnIt, isInForce)) };
};

/** The strike that lasts longest: a permanent one, else the one that ends last; null for none. */
export const longestOf = <Row extends Pick<StrikeRow, "endsAt">>(
  rows: readonly Row[],
): Row | null => {
  const endOf = ({ endsAt }: Row) => endsAt?.getTime() ?? Number.POSITIVE_INFINITY;
  return rows.reduce<Row | null>(
    (longest, row) => (longest === null || endOf(row) > endOf(longest) ? row : longest),
    null,
  );
};

/** A moment in the community's time zone, with the zone's name: "June 3, 2026 at 2:00 PM GMT+2". */
export const momentIn = ({ config }: Pick<CtxReader, "config">, at: Date): string =>
  dateFormat({
    year: "numeric",
    month: "long",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
    timeZone: config.community.timezone,
  })(at);

const sentenceOf = (reader: CtxReader, act: StrikeAct, row: StrikeRow): string =>
  strikeForbids({
    act,
    until: row.endsAt === null ? null : momentIn(reader, row.endsAt),
    strikeId: row.id,
    ruleNumber: row.ruleNumber,
    reason: row.reason,
  });

/**
 * To be asked in the transaction of whatever a strike can forbid.
 * @param about.act what the actor is about to do.
 * @param about.ticketId on which ticket: on the appeal of one of their own strikes they may always write.
 * @throws {AppError} `strike`, with what, until when, why and how to appeal.
 */
export const assertNotStruck = async (
  reader: MemberReader,
  { act, ticketId = null }: { act: StrikeAct; ticketId?: number | null },
): Promise<void> => {
  const { userId } = reader.actor;
  const longest = longestOf(await activeStrikes(reader, [userId], act));
  if (longest === null) return;
  if (ticketId !== null && (await isOwnAppeal(reader, userId, ticketId))) return;
  throw new AppError("strike", sentenceOf(reader, act, longest));
};

/** Any of their active strikes may be the appealed one, whatever it forbids. */
const isOwnAppeal = async (reader: CtxReader, userId: string, ticketId: number): Promise<boolean> =>
  (await activeStrikes(reader, [userId])).some((row) => row.appealTicketId === ticketId);

/** Who of some members may not do something now. One query, whatever their number. */
export const findStruck = async (
  reader: CtxReader,
  userIds: readonly string[],
  act: StrikeAct,
): Promise<ReadonlySet<string>> =>
  new Set((await activeStrikes(reader, userIds, act)).map(({ userId }) => userId));

/**
 * The same of one member, for plugins that act for them.
 * @throws {AppError} `strike`.
 */
export const assertMayEarn = async (reader: CtxReader, userId: string): Promise<void> => {
  const struck = await findStruck(reader, [userId], "earning");
  if (struck.has(userId)) throw new AppError("strike", STRIKES.playerForbidden);
};

/**
 * Nobody escapes a ban by taking the banned account off: asked in the transaction that unlinks one of a game.
 * @throws {AppError} `strike`.
 */
export const assertMayUnlink = async (reader: MemberReader): Promise<void> => {
  const { userId } = reader.actor;
  if ((await findStruck(reader, [userId], "playing")).has(userId))
    throw new AppError("strike", STRIKES.unlinkWhileBanned);
};

/** What the member is kept from now, for screens that say so beforehand. */
export const readStanding = async ({ read, actor }: MemberCtx): Promise<StrikeStanding> => {
  const { strikes: t } = read.tables;
  const rows = await activeStrikes(read, [actor.userId]);
  const forbidden = STRIKE_ACTS.flatMap((act) => {
    const longest = longestOf(rows.filter((row) => forbidsOf(row).includes(act)));
    if (longest === null) return [];
    const { id: strikeId, reason } = longest;
    const endsAt = longest.endsAt?.toISOString() ?? null;
    return [{ act, strikeId, endsAt, reason, sentence: sentenceOf(read, act, longest) }];
  });
  const appealTicketIds = rows.flatMap(({ appealTicketId }) => appealTicketId ?? []);
  if (rows.length > 0) return { hasAny: true, appealTicketIds, forbidden };
  const isTheirs = eq(t.userId, actor.userId);
  const found = await read.select({ id: t.id }).from(t).where(isTheirs).limit(1);
  return { hasAny: found.length > 0, appealTicketIds, forbidden };
};
