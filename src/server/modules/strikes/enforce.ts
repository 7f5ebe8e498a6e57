import { eq } from "drizzle-orm";
import type { CtxReader, MemberCtx, MemberReader } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import { STRIKE_ACTS, type StrikeAct } from "#shared/constants/strikes.ts";
import { dateFormat } from "#shared/rules/format.ts";
import type { StrikeStanding } from "#shared/schemas/strikes.ts";
import { STRIKES, strikeForbids } from "#shared/strike-messages.ts";
import { activeStrikes, forbidsOf, longestOf, type StrikeRow } from "./state.ts";

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
