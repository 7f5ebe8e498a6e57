import { z } from "zod/mini";
import { DAY_MINUTES, TIME_ZONE_MAX } from "#shared/constants/notices.ts";
import { line } from "./text.ts";

const minute = z.int().check(z.minimum(0), z.maximum(DAY_MINUTES - 1));

const everyChannel = z.object({ bell: z.boolean(), mail: z.boolean(), push: z.boolean() });
const withoutBell = z.object({ mail: z.boolean(), push: z.boolean() });
const withoutMail = z.object({ bell: z.boolean(), push: z.boolean() });

/** Whether a topic reaches somebody by a channel. */
const noticeChoices = z.object({
  tickets: everyChannel,
  points: everyChannel,
  shop: everyChannel,
  strikes: withoutBell,
  news: withoutMail,
});

/** When push and mail wait, in minutes since midnight. */
const quietHours = z.object({ fromMinute: minute, untilMinute: minute });

/** How somebody is told of what concerns them [PUSH-01]. */
export const noticePreferences = z.object({
  choices: noticeChoices,
  /** Null where no hours are quiet. */
  quiet: z.nullable(quietHours),
  /** In which zone the hours are meant; null for the community's. */
  timeZone: z.nullable(z.string()),
  communityTimeZone: z.string(),
  /** The hour of day at which mails come gathered into one; null where each comes by itself. */
  digestHour: z.nullable(z.int()),
});
export type NoticePreferences = z.infer<typeof noticePreferences>;

const someChannels = z.partial(everyChannel);

/** What is to change; what is left out stays. */
export const preferencesInput = z.object({
  choices: z.optional(
    z.object({
      tickets: z.optional(someChannels),
      points: z.optional(someChannels),
      shop: z.optional(someChannels),
      strikes: z.optional(z.partial(withoutBell)),
      news: z.optional(z.partial(withoutMail)),
    }),
  ),
  quiet: z.optional(z.nullable(quietHours)),
  timeZone: z.optional(z.nullable(line(TIME_ZONE_MAX))),
  digestHour: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(23)))),
});
export type PreferencesInput = z.infer<typeof preferencesInput>;
