import { resolve } from "node:path";
import { HOUR_MS } from "#shared/constants/time.ts";
import type { Environment } from "./environment.ts";

/** A bucket, and how its service is spoken to. */
export type BucketConfig = {
  bucket: string;
  /** What the names of its files begin with: empty, or with a slash at its end. */
  prefix: string;
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** Backups that the site makes by itself. */
export type BackupConfig = {
  /** Every so many milliseconds, or every day at a time ("04:30") where the community is. */
  every: { ms: number } | { time: string };
  /** How many are kept: the newest. */
  keep: number;
  to: { folder: string } | BucketConfig;
  /** As it is configured, for people. */
  place: string;
};

/**
 * The bucket of `s3://bucket/prefix`; null where its key is missing.
 * @param variable which names the place.
 * @param problems what is wrong is added to it.
 */
export const readBucket = (
  variable: string,
  place: string,
  env: Environment,
  problems: string[],
): BucketConfig | null => {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    problems.push(
      `environment: ${variable} is ${place}, so S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY have to be set: the key of a user who may list, read, write and delete in that bucket`,
    );
    return null;
  }
  const [bucket = "", ...parts] = place.slice("s3://".length).split("/").filter(Boolean);
  const prefix = parts.map((part) => `${part}/`).join("");
  return {
    bucket,
    prefix,
    endpoint: env.S3_ENDPOINT ?? `https://s3.${env.S3_REGION}.amazonaws.com`,
    region: env.S3_REGION,
    accessKeyId,
    secretAccessKey,
  };
};

/**
 * Null where the site makes none.
 * @param isEverySet whether somebody said how often.
 * @param problems what is wrong is added to it.
 */
export const readBackups = (
  env: Environment,
  isEverySet: boolean,
  problems: string[],
): BackupConfig | null => {
  const { BACKUP_TO: place, BACKUP_EVERY: every, BACKUP_KEEP: keep } = env;
  if (place === undefined) {
    if (isEverySet)
      problems.push(
        "environment: BACKUP_EVERY needs BACKUP_TO: a folder, such as BACKUP_TO=/var/backups/lynxden, or a bucket, such as BACKUP_TO=s3://my-bucket/lynxden",
      );
    return null;
  }
  const to = place.startsWith("s3://")
    ? readBucket("BACKUP_TO", place, env, problems)
    : { folder: resolve(place) };
  if (to === null) return null;
  return {
    every: every.endsWith("h") ? { ms: Number.parseInt(every, 10) * HOUR_MS } : { time: every },
    keep,
    to,
    place: "folder" in to ? to.folder : place,
  };
};
