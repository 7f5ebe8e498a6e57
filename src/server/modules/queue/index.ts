export { moveLabels } from "./labels.ts";
