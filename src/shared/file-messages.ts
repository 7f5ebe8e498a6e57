/** By the code of the operating system. */
export const FILE_TROUBLES = {
  EACCES: (path: string) =>
    `This program may not use ${path}. Name a place that the user whom it runs as may read and write.`,
  EPERM: (path: string) =>
    `This program may not use ${path}. Name a place that the user whom it runs as may read and write.`,
  EROFS: (path: string) =>
    `${path} is on a disk that is read-only for this program. Name another place.`,
  ENOSPC: (path: string) => `There is no room left for ${path}. Make room, or name another place.`,
  EDQUOT: (path: string) => `There is no room left for ${path}. Make room, or name another place.`,
  ENOENT: (path: string) => `There is no ${path}, or no folder for it. Name one that is there.`,
  ENOTDIR: (path: string) => `A part of ${path} is a file and no folder. Name another place.`,
  EEXIST: (path: string) => `${path} is there already, and is no folder. Name another place.`,
  EISDIR: (path: string) => `${path} is a folder. Name a file.`,
} as const;

const SENTENCES: Readonly<Record<string, (path: string) => string>> = FILE_TROUBLES;

/**
 * What keeps a command from a file that it was given, in words.
 * @param code of the operating system.
 * @returns null for what no owner can mend.
 */
export const fileTroubleText = (code: string, path: string): string | null =>
  SENTENCES[code]?.(path.replace(/\.partial$/, "")) ?? null;

/** What a command prints could not be written. */
export const OUTPUT_FAILED = {
  full: "What this prints could not be written: there is no room left where it goes.",
  other: (code: string) => `What this prints could not be written (${code}).`,
} as const;
