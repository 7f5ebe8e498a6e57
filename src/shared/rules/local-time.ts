const formats = new Map<string | undefined, Intl.DateTimeFormat>();

/** Swedish writes a moment as ISO does. Making a format takes longer than using it often. */
const formatOf = (timeZone: string | undefined): Intl.DateTimeFormat => {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium", timeZone });
  formats.set(timeZone, format);
  return format;
};

/**
 * What calendars and clocks show at a moment: the day as "2026-12-01", the time as "04:05:06".
 * @param at milliseconds since 1970, or a date.
 * @param timeZone such as "Europe/Berlin"; this machine's own without one.
 */
export const localTime = (at: Date | number, timeZone?: string): { day: string; time: string } => {
  const [day = "", time = ""] = formatOf(timeZone).format(at).split(" ");
  return { day, time };
};
