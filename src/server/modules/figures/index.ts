export { addUpWeeks } from "./add-up.ts";
export { moveFigures } from "./take-over.ts";
