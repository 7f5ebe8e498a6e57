export { addUpWeeks, moveFigures } from "./add-up.ts";
