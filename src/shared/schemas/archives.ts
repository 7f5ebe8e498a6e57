import { z } from "zod/mini";
import { ARCHIVE_STATES } from "#shared/constants/archives.ts";

/** How far the archive of one's own data is; `none` where none was ever asked for. */
export const archiveStatus = z.object({
  state: z.enum(["none", ...ARCHIVE_STATES]),
  askedAt: z.nullable(z.iso.datetime()),
  readyAt: z.nullable(z.iso.datetime()),
  /** Until when it can be downloaded. */
  expiresAt: z.nullable(z.iso.datetime()),
  sizeBytes: z.nullable(z.int()),
});
export type ArchiveStatus = z.output<typeof archiveStatus>;

/** An archive that is about to be downloaded: what its pieces are found by opens nothing elsewhere. */
export const archiveDownload = z.object({
  run: z.string(),
  sizeBytes: z.int(),
  readyAt: z.iso.datetime(),
});
export type ArchiveDownload = z.output<typeof archiveDownload>;
