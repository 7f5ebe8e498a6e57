export { CALENDAR_RANGE_DAYS, forgetTimes, readOccurrences } from "./read.ts";
