export { decodeCsv } from "./csv.ts";
export { exportFolder, membersCsv, writeParts } from "./export-files.ts";
export type { Refusal } from "./member-line.ts";
export { type ImportCounts, importMembers } from "./import-members.ts";
