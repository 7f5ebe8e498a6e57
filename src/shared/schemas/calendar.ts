import { z } from "zod/mini";
import {
  CALENDAR_DAYS,
  CALENDAR_KINDS,
  CALENDAR_SORTS,
  CALENDAR_TIMES,
  REPEATS,
} from "#shared/constants/lists.ts";
import { idempotencyKey, pageInput, pageOf, recordId } from "./lists.ts";
import { line, text, words } from "./text.ts";

/** The longest texts in UTF-16 units, and the most of each. */
export const CALENDAR_MAX = {
  title: 80,
  text: 500,
  servers: 50,
  rates: 20,
  rateName: 60,
  rateValue: 30,
  /** In minutes: four weeks. */
  length: 40_320,
  /** Entries of a community that are not over. */
  entries: 200,
} as const;

const rate = z.strictObject({
  name: words(CALENDAR_MAX.rateName),
  value: words(CALENDAR_MAX.rateValue),
});

/** What an Admin enters. */
export const calendarDraft = z.strictObject({
  /** Which entry is changed; null for a new one. */
  id: z.nullable(recordId),
  /** The revision that one has seen; 0 for a new one. */
  revision: z.int().check(z.minimum(0)),
  kind: z.enum(CALENDAR_KINDS),
  title: words(CALENDAR_MAX.title),
  text: text(CALENDAR_MAX.text),
  /** The keys of the servers that it is about; none where it is about the whole community. */
  servers: z.array(line(100)).check(z.maxLength(CALENDAR_MAX.servers)),
  begins: z.iso.datetime(),
  /** 0 for what takes no time. */
  minutes: z.int().check(z.minimum(0), z.maximum(CALENDAR_MAX.length)),
  repeat: z.enum(REPEATS),
  /** The last moment at which it begins again; null where it goes on. */
  repeatUntil: z.nullable(z.iso.datetime()),
  /** What holds meanwhile; for `rates` alone. */
  rates: z.array(rate).check(z.maxLength(CALENDAR_MAX.rates)),
  idempotencyKey,
});
export type CalendarDraft = z.output<typeof calendarDraft>;

/** An entry as Admins see it. */
export const calendarEntry = z.object({
  id: z.int(),
  revision: z.int(),
  kind: z.enum(CALENDAR_KINDS),
  title: z.string(),
  text: z.string(),
  servers: z.array(z.string()),
  begins: z.iso.datetime(),
  minutes: z.int(),
  repeat: z.enum(REPEATS),
  repeatUntil: z.nullable(z.iso.datetime()),
  rates: z.array(z.object({ name: z.string(), value: z.string() })),
  /** When it happens next, or began; null where it is over. */
  next: z.nullable(z.iso.datetime()),
});
export type CalendarEntry = z.infer<typeof calendarEntry>;
export const calendarEntriesInput = z.extend(pageInput, {
  kind: z.optional(z.enum(CALENDAR_KINDS)),
  when: z.optional(z.enum(CALENDAR_TIMES)),
  sort: z.optional(z.enum(CALENDAR_SORTS)),
});
export type CalendarEntriesInput = z.infer<typeof calendarEntriesInput>;
/** Those that were entered last first, unless they are sorted. */
export const calendarEntries = pageOf(calendarEntry);

export const calendarIdInput = z.object({ id: recordId });

/** One time that something happens. */
export const occurrence = z.object({
  /** Of the entry. */
  id: z.int(),
  kind: z.enum(CALENDAR_KINDS),
  title: z.string(),
  text: z.string(),
  servers: z.array(z.string()),
  begins: z.iso.datetime(),
  /** Null for what takes no time. */
  ends: z.nullable(z.iso.datetime()),
  /** How often it happens again; of what does, not every time may be there. */
  repeat: z.enum(REPEATS),
  rates: z.array(z.object({ name: z.string(), value: z.string() })),
});
export type Occurrence = z.infer<typeof occurrence>;

export const upcomingInput = z.object({
  days: z._default(z.int().check(z.minimum(1), z.maximum(CALENDAR_DAYS)), CALENDAR_DAYS),
  /** The key of a server, with what is about the whole community. */
  server: z.optional(line(100)),
});
export type UpcomingInput = z.output<typeof upcomingInput>;
/** What goes on now and what comes, the soonest first. */
export const upcoming = z.array(occurrence);
