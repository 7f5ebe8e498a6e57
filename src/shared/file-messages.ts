const SENTENCES: Readonly<Record<string, (path: string) => string>> = {
  EACCES: (path) =>
    `This program may not use ${path}. Name a place that the user whom it runs as may read and write.`,
  EPERM: (path) =>
    `This program may not use ${path}. Name a place that the user whom it runs as may read and write.`,
  EROFS: (path) => `${path} is on a disk that is read-only for this program. Name another place.`,
  ENOSPC: (path) => `There is no room left for ${path}. Make room, or name another place.`,
  EDQUOT: (path) => `There is no room left for ${path}. Make room, or name another place.`,
  ENOENT: (path) => `There is no ${path}, or no folder for it. Name one that is there.`,
  ENOTDIR: (path) => `A part of ${path} is a file and no folder. Name another place.`,
  EEXIST: (path) => `${path} is there already, and is no folder. Name another place.`,
  EISDIR: (path) => `${path} is a folder. Name a file.`,
};

/**
 * What keeps a command from a file that it was given, in words.
 * @param code of the operating system.
 * @returns null for what no owner can mend.
 */
export const fileTroubleText = (code: string, path: string): string | null =>
  SENTENCES[code]?.(path.replace(/\.partial$/, "")) ?? null;
