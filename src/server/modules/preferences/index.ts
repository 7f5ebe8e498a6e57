import { eq, inArray } from "drizzle-orm";
import type { CtxReader, MemberCtx, Tx } from "#server/context/context.ts";
import { wrongInput } from "#server/core/errors.ts";
import type { Reader, Tables } from "#server/store/store.ts";
import {
  DEFAULT_NOTICE_CHOICES as USUAL,
  MAILED_TOPICS,
  type MailedTopic,
  type NoticeChannel,
  type NoticeChoices,
  type NoticeTopic,
} from "#shared/constants/notices.ts";
import { PREFERENCES } from "#shared/notification-messages.ts";
import { isTimeZone, type QuietHours } from "#shared/rules/local-time.ts";
import type { NoticePreferences, PreferencesInput } from "#shared/schemas/preferences.ts";

type Row = Tables["noticeSettings"]["$inferSelect"];

/** How one person is told. */
export type Preferences = {
  choices: NoticeChoices;
  quiet: QuietHours | null;
  /** Null for the community's. */
  timeZone: string | null;
  digestHour: number | null;
};

/** What the site chooses for whoever has not. */
const USUAL_PREFERENCES: Preferences = {
  choices: USUAL,
  quiet: null,
  timeZone: null,
  digestHour: null,
};

const toPreferences = (row: Row): Preferences => ({
  choices: {
    tickets: {
      bell: row.ticketsBell ?? USUAL.tickets.bell,
      mail: row.ticketsMail ?? USUAL.tickets.mail,
      push: row.ticketsPush ?? USUAL.tickets.push,
    },
    points: {
      bell: row.pointsBell ?? USUAL.points.bell,
      mail: row.pointsMail ?? USUAL.points.mail,
      push: row.pointsPush ?? USUAL.points.push,
    },
    shop: {
      bell: row.shopBell ?? USUAL.shop.bell,
      mail: row.shopMail ?? USUAL.shop.mail,
      push: row.shopPush ?? USUAL.shop.push,
    },
    strikes: {
      mail: row.strikesMail ?? USUAL.strikes.mail,
      push: row.strikesPush ?? USUAL.strikes.push,
    },
    news: { bell: row.newsBell ?? USUAL.news.bell, push: row.newsPush ?? USUAL.news.push },
  },
  quiet:
    row.quietFromMinute === null || row.quietUntilMinute === null
      ? null
      : { fromMinute: row.quietFromMinute, untilMinute: row.quietUntilMinute },
  timeZone: row.timeZone,
  digestHour: row.digestHour,
});

/** How these people are told, in one query. @returns of everyone, whether they have chosen or not. */
export const preferencesOf = async (
  reader: Reader,
  userIds: readonly string[],
): Promise<(userId: string) => Preferences> => {
  const { noticeSettings: t } = reader.tables;
  const rows =
    userIds.length === 0
      ? []
      : await reader
          .select()
          .from(t)
          .where(inArray(t.userId, [...userIds]));
  const known = new Map(rows.map((row) => [row.userId, toPreferences(row)]));
  return (userId) => known.get(userId) ?? USUAL_PREFERENCES;
};

/**
 * Whether a topic reaches somebody by a channel; what has no topic comes by the bell alone, and a bell that
 * cannot be turned off always rings.
 */
export const isWanted = (
  { choices }: Preferences,
  topic: NoticeTopic | null,
  channel: NoticeChannel,
): boolean => {
  if (topic === null) return channel === "bell";
  const ofTopic: Partial<Readonly<Record<NoticeChannel, boolean>>> = choices[topic];
  return ofTopic[channel] ?? channel === "bell";
};

type Settings = Partial<Omit<Tables["noticeSettings"]["$inferInsert"], "userId">>;

/** Drops what is not said, so that it stays as it is. */
const said = (settings: { [Key in keyof Settings]: Settings[Key] | undefined }): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));

const settingsOf = ({ choices = {}, quiet, timeZone, digestHour }: PreferencesInput): Settings => {
  if (quiet != null && quiet.fromMinute === quiet.untilMinute)
    throw wrongInput(PREFERENCES.sameTime, ["quiet"]);
  if (timeZone != null && !isTimeZone(timeZone))
    throw wrongInput(PREFERENCES.unknownZone, ["timeZone"]);
  const { tickets, points, shop, strikes, news } = choices;
  return said({
    ticketsBell: tickets?.bell,
    ticketsMail: tickets?.mail,
    ticketsPush: tickets?.push,
    pointsBell: points?.bell,
    pointsMail: points?.mail,
    pointsPush: points?.push,
    shopBell: shop?.bell,
    shopMail: shop?.mail,
    shopPush: shop?.push,
    strikesMail: strikes?.mail,
    strikesPush: strikes?.push,
    newsBell: news?.bell,
    newsPush: news?.push,
    ...(quiet !== undefined && {
      quietFromMinute: quiet?.fromMinute ?? null,
      quietUntilMinute: quiet?.untilMinute ?? null,
    }),
    timeZone,
    digestHour,
  });
};

const write = async (tx: Tx, userId: string, settings: Settings): Promise<void> => {
  const { noticeSettings: t } = tx.tables;
  const row = { ...settings, updatedAt: tx.clock.now() };
  await tx
    .insert(t)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: t.userId, set: row });
};

const show = async (reader: CtxReader, userId: string): Promise<NoticePreferences> => {
  const of = await preferencesOf(reader, [userId]);
  return { ...of(userId), communityTimeZone: reader.config.community.timezone };
};

/** How the member is told of what concerns them [PUSH-01]. */
export const readPreferences = ({
  read,
  actor: { userId },
}: MemberCtx): Promise<NoticePreferences> => show(read, userId);

/**
 * Changes how the member is told; what is left out stays. It holds for everything that is written from now on, and
 * for what waits to be mailed or pushed.
 * @returns all of it, as it is now.
 * @throws {AppError} `bad_request` for quiet hours without a length, and for an unknown time zone.
 */
export const savePreferences = async (
  ctx: MemberCtx,
  input: PreferencesInput,
): Promise<NoticePreferences> => {
  const settings = settingsOf(input);
  const { userId } = ctx.actor;
  return ctx.write(async (tx) => {
    await tx.count("preferenceChangesByMember", userId);
    const before = (await preferencesOf(tx, [userId]))(userId);
    const isTurnedOn = settings.newsBell === true && !before.choices.news.bell;
    await write(tx, userId, isTurnedOn ? { ...settings, newsBellSince: tx.clock.now() } : settings);
    if (settings.newsBell !== undefined && settings.newsBell !== before.choices.news.bell)
      tx.publish({ type: "notifications.changed", userIds: [userId] });
    return show(tx, userId);
  });
};

/** Ends the mails of one topic, or of all, in the caller's transaction. */
export const stopMails = async (
  tx: Tx,
  { userId, topic }: { userId: string; topic: MailedTopic | null },
): Promise<void> => {
  const { users } = tx.tables;
  const [user] = await tx
    .select({ erasedAt: users.erasedAt })
    .from(users)
    .where(eq(users.id, userId));
  // Who is gone has nothing more to end.
  if (user === undefined || user.erasedAt !== null) return;
  const topics = topic === null ? MAILED_TOPICS : [topic];
  const settings = Object.fromEntries(topics.map((name) => [`${name}Mail`, false])) as Settings;
  await write(tx, userId, settings);
};

/** Forgets what somebody has chosen, in the caller's transaction. */
export const forgetPreferences = async (tx: Tx, userId: string): Promise<void> => {
  const { noticeSettings: t } = tx.tables;
  await tx.delete(t).where(eq(t.userId, userId));
};
