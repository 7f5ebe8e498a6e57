import { join, resolve } from "node:path";
import { type BucketConfig, readBucket } from "./backups.ts";
import type { Environment } from "./environment.ts";

/** Where pictures and text files of tickets are kept. */
export type AttachmentConfig = {
  to: { folder: string } | BucketConfig;
  /** As it is configured, for people. */
  place: string;
};

/**
 * The place that ATTACHMENTS_TO names; without it a folder in DATA_DIR.
 * @param problems what is wrong is added to it.
 */
export const readAttachments = (env: Environment, problems: string[]): AttachmentConfig => {
  const { ATTACHMENTS_TO: named, DATA_DIR: dataDir } = env;
  const folder = named === undefined ? join(resolve(dataDir), "attachments") : resolve(named);
  if (named === undefined || !named.startsWith("s3://")) return { to: { folder }, place: folder };
  const bucket = readBucket("ATTACHMENTS_TO", named, env, problems);
  // Without its key nothing starts: that is among the problems.
  return { to: bucket ?? { folder }, place: named };
};
