import { inArray } from "drizzle-orm";
import type { Reader, Tables } from "#server/store/store.ts";
import {
  DEFAULT_NOTICE_CHOICES as USUAL,
  type NoticeChannel,
  type NoticeChoices,
  type NoticeTopic,
} from "#shared/constants/notices.ts";
import type { QuietHours } from "#shared/rules/quiet-hours.ts";

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
