import { and, asc, eq, gt, inArray, isNull, lte, or } from "drizzle-orm";
import { z } from "zod";
import type { CtxReader, Tx } from "#server/context/context.ts";
import { readSetting, type Setting, writeSetting } from "#server/store/settings.ts";
import { GAME_PLATFORMS, type GamePlatform } from "#shared/constants/accounts.ts";
import type { BanChange, BanList, PlayerBan } from "#shared/schemas/strikes.ts";
import { longestOf, type StrikeRow, strikesOn } from "./state.ts";

const counterSchema = z.object({
  /** Rises when a ban is gone of which nobody can be told: plugins then read the whole list again. */
  generation: z.int(),
  /** Of the last change. */
  revision: z.int(),
});
type Counter = z.output<typeof counterSchema>;
const counter: Setting<Counter> = { key: "strikes:bans", schema: counterSchema };

const readCounter = async (reader: CtxReader): Promise<Counter> =>
  (await readSetting(reader, counter)) ?? { generation: 1, revision: 0 };

type GameAccount = { platform: GamePlatform; externalId: string };

const isGame = (platform: string): platform is GamePlatform =>
  GAME_PLATFORMS.some((one) => one === platform);

const gamesAmong = (rows: readonly { platform: string; externalId: string }[]): GameAccount[] =>
  rows.flatMap(({ platform, externalId }) => (isGame(platform) ? [{ platform, externalId }] : []));

/** Accounts of which game servers were told because of a member's strikes, whoever has linked them now. */
const toldBecauseOf = async (reader: CtxReader, userId: string): Promise<GameAccount[]> => {
  const { bans: t, strikes } = reader.tables;
  const rows = await reader
    .select({ platform: t.platform, externalId: t.externalId })
    .from(t)
    .innerJoin(strikes, eq(strikes.id, t.strikeId))
    .where(eq(strikes.userId, userId));
  return gamesAmong(rows);
};

/** The accounts of games that a member has linked, and those that their strikes keep out. */
const accountsOf = async (reader: CtxReader, userId: string): Promise<GameAccount[]> => {
  const { links: t } = reader.tables;
  const linked = await reader
    .select({ platform: t.platform, externalId: t.externalId })
    .from(t)
    .where(eq(t.userId, userId));
  const all = [...gamesAmong(linked), ...(await toldBecauseOf(reader, userId))];
  return [...new Map(all.map((one) => [`${one.platform} ${one.externalId}`, one])).values()];
};

/**
 * Says, in the caller's transaction, what game servers are to be told of a member's accounts. To be called
 * after whatever may change it: a strike, a lifting, a new link. Only changes get a new revision, and each
 * writes the counter: on PostgreSQL two at once are put in an order, so that no plugin misses one. What is
 * linked to nobody and not banned any more is forgotten.
 */
export const refreshBans = async (tx: Tx, userId: string): Promise<void> => {
  const { bans: t } = tx.tables;
  const { generation, revision: before } = await readCounter(tx);
  let revision = before;
  const gone: GameAccount[] = [];
  for (const { platform, externalId } of await accountsOf(tx, userId)) {
    const { isLinked, strikes } = await strikesOn(tx, { platform, externalId });
    const longest = longestOf(strikes);
    if (!isLinked && longest === null) {
      gone.push({ platform, externalId });
      continue;
    }
    const isIt = and(eq(t.platform, platform), eq(t.externalId, externalId));
    const [known] = await tx.select().from(t).where(isIt);
    const isBanned = longest !== null;
    const until = longest?.endsAt ?? null;
    const strikeId = longest?.id ?? known?.strikeId;
    // Nothing was ever said of it, and nothing is to be said.
    if (strikeId === undefined) continue;
    const isSame =
      known?.isBanned === isBanned &&
      (!isBanned || (known.strikeId === strikeId && known.until?.getTime() === until?.getTime()));
    if (isSame) continue;
    revision += 1;
    const row = { strikeId, until, isBanned, revision };
    await tx
      .insert(t)
      .values({ platform, externalId, ...row })
      .onConflictDoUpdate({ target: [t.platform, t.externalId], set: row });
  }
  if (revision > before) await writeSetting(tx, counter, { generation, revision });
  await forgetBans(tx, gone);
};

/**
 * Forgets, in the caller's transaction, accounts that are unlinked: of a banned one plugins cannot be told
 * one by one, since its id is not kept. They read the whole list again.
 */
export const forgetBans = async (
  tx: Tx,
  accounts: readonly { platform: string; externalId: string }[],
): Promise<void> => {
  const { bans: t } = tx.tables;
  let isAny = false;
  for (const { platform, externalId } of gamesAmong(accounts)) {
    const isIt = and(eq(t.platform, platform), eq(t.externalId, externalId));
    const gone = await tx.delete(t).where(isIt).returning({ revision: t.revision });
    isAny ||= gone.length > 0;
  }
  if (!isAny) return;
  const { generation, revision } = await readCounter(tx);
  await writeSetting(tx, counter, { generation: generation + 1, revision });
};

/** Forgets, in the caller's transaction, every account of which plugins were told because of a member's strikes. */
export const forgetBansBecauseOf = async (tx: Tx, userId: string): Promise<void> =>
  forgetBans(tx, await toldBecauseOf(tx, userId));

/** Forgets up to `max` accounts that nobody has linked and whose ban is over. @returns how many. */
export const forgetEndedBans = async (tx: Tx, max: number): Promise<number> => {
  const { bans: t, links } = tx.tables;
  const isIt = and(eq(links.platform, t.platform), eq(links.externalId, t.externalId));
  const isOver = or(eq(t.isBanned, false), lte(t.until, tx.clock.now()));
  const due = await tx
    .select({ platform: t.platform, externalId: t.externalId })
    .from(t)
    .leftJoin(links, isIt)
    .where(and(isNull(links.userId), isOver))
    .limit(max);
  await forgetBans(tx, due);
  return due.length;
};

const cursorOf = ({ generation, revision }: Counter): string => `${generation}.${revision}`;

/** From which revision on; 0, and the whole list, for a cursor that is not of this list any more. */
const startOf = (since: string | undefined, { generation, revision }: Counter): number => {
  const [, ofGeneration, ofRevision] = /^(\d{1,12})\.(\d{1,15})$/.exec(since ?? "") ?? [];
  const from = Number(ofRevision ?? 0);
  return Number(ofGeneration) === generation && from <= revision ? from : 0;
};

const banColumns = ({ bans, strikes }: CtxReader["tables"]) => ({
  until: bans.until,
  strikeId: bans.strikeId,
  ruleNumber: strikes.ruleNumber,
  reason: strikes.reason,
});
type BanRow = Pick<StrikeRow, "ruleNumber" | "reason"> & { until: Date | null; strikeId: number };

const toBan = ({ until, strikeId, ruleNumber, reason }: BanRow) => ({
  until: until?.toISOString() ?? null,
  strikeId,
  rule: ruleNumber === "" ? null : ruleNumber,
  reason,
});

/**
 * What has changed of who is banned since a cursor, oldest change first; without one, everybody who is
 * banned now. What has expired by the clock is no change: a ban says when it ends.
 * @param asked.platforms by whose accounts the key's games know their players.
 */
export const readBans = async (
  reader: CtxReader,
  asked: { platforms: readonly GamePlatform[]; since: string | undefined; limit: number },
): Promise<BanList> => {
  const { bans: t, strikes } = reader.tables;
  // First: whatever is seen below is newer, or is in it.
  const now = await readCounter(reader);
  const from = startOf(asked.since, now);
  const isInForce = and(eq(t.isBanned, true), or(isNull(t.until), gt(t.until, reader.clock.now())));
  const rows = await reader
    .select({
      platform: t.platform,
      playerId: t.externalId,
      isBanned: t.isBanned,
      revision: t.revision,
      ...banColumns(reader.tables),
    })
    .from(t)
    .innerJoin(strikes, eq(strikes.id, t.strikeId))
    .where(
      and(
        gt(t.revision, from),
        inArray(t.platform, [...asked.platforms]),
        from === 0 ? isInForce : undefined,
      ),
    )
    .orderBy(asc(t.revision))
    .limit(asked.limit + 1);
  const shown = rows.slice(0, asked.limit);
  const hasMore = rows.length > asked.limit;
  const last = shown.at(-1)?.revision ?? 0;
  const bans = shown.flatMap(({ platform, playerId, isBanned, ...row }): BanChange[] =>
    isGame(platform) ? [{ platform, playerId, isBanned, ...toBan(row) }] : [],
  );
  const revision = hasMore ? last : Math.max(now.revision, last);
  return { isWhole: from === 0, bans, cursor: cursorOf({ ...now, revision }), hasMore };
};

const FREE: PlayerBan = { isBanned: false, until: null, strikeId: null, rule: null, reason: "" };

/**
 * Whether an account of a game is banned now: one that is linked, one that was unlinked while a strike ran, or
 * one whose owner was erased then.
 */
export const findBan = async (reader: CtxReader, account: GameAccount): Promise<PlayerBan> => {
  const longest = longestOf((await strikesOn(reader, account)).strikes);
  if (longest === null) return FREE;
  return { isBanned: true, ...toBan({ ...longest, until: longest.endsAt, strikeId: longest.id }) };
};
