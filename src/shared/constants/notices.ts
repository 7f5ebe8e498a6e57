import { HOUR_MS, MINUTE_MS } from "./time.ts";

/**
 * What people choose about: their tickets, their points, what they buy, strikes against them, and what the team
 * writes to them.
 */
export const NOTICE_TOPICS = ["tickets", "points", "shop", "strikes", "news"] as const;
export type NoticeTopic = (typeof NOTICE_TOPICS)[number];

/** The ways by which the site reaches somebody. */
export const NOTICE_CHANNELS = ["bell", "mail", "push"] as const;
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number];

/**
 * The topics that come by mail as notices. News by mail are a consent of their own, and a strike is mailed at
 * once, by a mail of its own.
 */
export const MAILED_TOPICS = ["tickets", "points", "shop"] as const;
export type MailedTopic = (typeof MAILED_TOPICS)[number];

/** By what a topic can be turned off: of a strike everybody is told by the bell. */
type ChannelOf<Topic> = Topic extends MailedTopic
  ? NoticeChannel
  : Exclude<NoticeChannel, Topic extends "strikes" ? "bell" : "mail">;

export type NoticeChoices = {
  readonly [Topic in NoticeTopic]: Readonly<Record<ChannelOf<Topic>, boolean>>;
};

/** What holds for whoever has chosen nothing. Push reaches nobody before a browser of theirs is added. */
export const DEFAULT_NOTICE_CHOICES: NoticeChoices = {
  tickets: { bell: true, mail: true, push: true },
  points: { bell: true, mail: false, push: false },
  shop: { bell: true, mail: false, push: true },
  strikes: { mail: true, push: true },
  news: { bell: true, push: false },
};

/** For so long a notice waits for its reader before it is mailed. */
export const NOTICE_MAIL_WAIT_MS = 10 * MINUTE_MS;

/** What nobody could be mailed within this time is mailed no more: it would only confuse. */
export const NOTICE_MAIL_KEPT_MS = 72 * HOUR_MS;

/** Minutes of a day, which quiet hours are counted in. */
export const DAY_MINUTES = 24 * 60;

/** Longer names of time zones there are none of. */
export const TIME_ZONE_MAX = 64;

/** A mail shows so many answers, and so many notices, and says how many more there are. */
export const NOTICES_PER_MAIL = 20;
