export { decodeCsv } from "./csv.ts";
export { exportFolder, membersCsv, writeParts } from "./export-files.ts";
export type { Refusal } from "./member-line.ts";
export { importMembers } from "./import-members.ts";
