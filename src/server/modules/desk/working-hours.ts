import type { WorkingHours } from "#shared/schemas/community/desk.ts";

const MINUTES_OF_DAY = 24 * 60;
/** Hours that leave a minute a week reach any target within this. */
const DAYS_MAX = 4000;

const minutesOf = (clock: string): number =>
  Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** The moment that clocks show on a day, so many minutes after its midnight; 1,440 is the next midnight. */
const momentOn = (day: Temporal.PlainDate, minutes: number, zone: string): number => {
  const date = day.add({ days: Math.floor(minutes / MINUTES_OF_DAY) });
  const time = new Temporal.PlainTime(Math.floor((minutes % MINUTES_OF_DAY) / 60), minutes % 60);
  return date.toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds;
};

/** From when to when people work who begin on a day, in milliseconds since 1970; null where they do not. */
const shiftOf = (
  day: Temporal.PlainDate,
  { days, from, until }: WorkingHours,
  zone: string,
): readonly [number, number] | null => {
  const name = (["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const)[day.dayOfWeek - 1];
  if (name === undefined || !days.includes(name)) return null;
  const begins = minutesOf(from);
  const ends = minutesOf(until);
  // What ends no later than it begins goes on past midnight.
  const length = ends > begins ? ends - begins : ends + MINUTES_OF_DAY - begins;
  return [momentOn(day, begins, zone), momentOn(day, begins + length, zone)];
};

/**
 * When so much working time has passed. Days are those of a time zone: on one whose clocks are changed a shift is as
 * long as it is there. A shift belongs to the day on which it begins.
 * @param from milliseconds since 1970.
 * @param minutes how much, more than 0.
 * @param hours null: every hour of every day.
 * @param zone such as "Europe/Berlin".
 * @returns milliseconds since 1970.
 */
export const afterWorkingMinutes = (
  from: number,
  minutes: number,
  hours: WorkingHours | null,
  zone: string,
): number => {
  let left = minutes * 60_000;
  if (hours === null) return from + left;
  // One that began the day before may still go on.
  const first = Temporal.Instant.fromEpochMilliseconds(from)
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .subtract({ days: 1 });
  let reached = from;
  for (let day = 0; day < DAYS_MAX; day += 1) {
    const shift = shiftOf(first.add({ days: day }), hours, zone);
    if (shift === null) continue;
    const begins = Math.max(shift[0], reached);
    const length = shift[1] - begins;
    if (length <= 0) continue;
    if (length >= left) return begins + left;
    left -= length;
    reached = shift[1];
  }
  throw new Error("These hours leave no time to work in.");
};
