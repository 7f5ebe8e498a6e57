import { and, desc, eq, gt, inArray, isNull, lte, or, type SQL } from "drizzle-orm";
import { type Account, accountHashOf } from "#server/auth/account-hash.ts";
import type { CtxReader } from "#server/context/context.ts";
import type { Tables } from "#server/store/store.ts";
import { STRIKE_ACTS, type StrikeAct, type StrikeState } from "#shared/constants/strikes.ts";

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
