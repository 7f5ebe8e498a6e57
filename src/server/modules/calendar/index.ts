export { CALENDAR_RANGE_DAYS, forgetTimes, readOccurrences, readPresentEntries } from "./read.ts";
