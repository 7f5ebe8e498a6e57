export { listNotes } from "./list.ts";
export { moveNotes, moveWrittenNotes } from "./take-over.ts";
