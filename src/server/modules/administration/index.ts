export { foldDays } from "./day-figures.ts";
