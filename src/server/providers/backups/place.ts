import type { BackupConfig } from "#server/config/backups.ts";
import { createBucketPlace } from "./bucket.ts";
import { createFolderPlace } from "./folder.ts";
import type { BackupPlace } from "./port.ts";

/** The place that the configuration names. */
export const openPlace = (to: BackupConfig["to"]): BackupPlace =>
  "folder" in to ? createFolderPlace(to.folder) : createBucketPlace(to);
