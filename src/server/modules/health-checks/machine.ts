import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { type Config, warningsOf } from "#server/config/config.ts";
import { resolveProxies, UnknownProxyError } from "#server/config/proxies.ts";
import { isThisMachine } from "#server/core/addresses.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { HEALTH } from "#shared/health-messages.ts";
import { fail, type Finding, notLookedAt, ok, together, warn } from "./finding.ts";

/**
 * What is left where a folder is, and what the disk holds, in bytes.
 * @returns null where there is no such folder.
 */
export const readDiskSpace = async (
  folder: string,
): Promise<{ free: number; total: number } | null> => {
  if (!existsSync(folder)) return null;
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
};

const MIB = 1024 ** 2;
const FREE_WARN_BYTES = 1024 * MIB;
const FREE_WARN_SHARE = 0.05;
const FREE_FAIL_BYTES = 200 * MIB;

/** The times of sign-ins at providers and of mailed links allow for no more. */
const APART_WARN_MS = 30_000;
const APART_FAIL_MS = 5 * MINUTE_MS;

/** @param free, total in bytes. */
export const judgeDisk = (
  folder: string,
  { free, total }: { free: number; total: number },
): Finding => {
  const text = HEALTH.diskFree(folder, free, total);
  const isLow = free < FREE_WARN_BYTES || free < total * FREE_WARN_SHARE;
  if (!isLow) return ok(text);
  return (free < FREE_FAIL_BYTES ? fail : warn)(`${text} ${HEALTH.diskLow}`);
};

export const checkDisk = async ({
  dataDir,
  databaseUrl,
}: Pick<Config, "dataDir" | "databaseUrl">): Promise<Finding> => {
  const elsewhere = databaseUrl === null ? [] : [ok(HEALTH.databaseDisk)];
  const space = await readDiskSpace(dataDir);
  // PostgreSQL needs no folder here.
  if (space === null) return elsewhere[0] ?? notLookedAt(HEALTH.noFolder(dataDir));
  return together([judgeDisk(dataDir, space), ...elsewhere]);
};

/** The middle of several; null of none. */
const median = (values: readonly number[]): number | null => {
  const sorted = values.toSorted((a, b) => a - b);
  const low = sorted[Math.floor((sorted.length - 1) / 2)];
  const high = sorted[Math.floor(sorted.length / 2)];
  return low === undefined || high === undefined ? null : (low + high) / 2;
};

const judgeApart = (aheadMs: number, than: string): Finding => {
  const apartMs = Math.abs(aheadMs);
  if (apartMs <= APART_WARN_MS) return ok(HEALTH.clockRight(aheadMs, than));
  const text = HEALTH.clockWrong(aheadMs, than);
  return apartMs > APART_FAIL_MS ? fail(`${text} ${HEALTH.clockFails}`) : warn(text);
};

/**
 * This machine's clock, by others.
 * @param providers how far it is ahead of each of them, in milliseconds. One may be wrong itself.
 * @param database the same of the database's server; null where that is this machine.
 */
export const judgeClock = (providers: readonly number[], database: number | null): Finding => {
  const middle = median(providers);
  const found = [
    ...(middle === null ? [] : [judgeApart(middle, HEALTH.providersClock)]),
    ...(database === null ? [] : [judgeApart(database, HEALTH.databaseClock)]),
  ];
  return found.length === 0 ? ok(HEALTH.noClock) : together(found);
};

/** What the site itself looks up before it starts. */
const checkProxies = async ({ trustedProxies }: Config): Promise<Finding[]> => {
  try {
    await resolveProxies(trustedProxies);
    return [];
  } catch (error) {
    if (!(error instanceof UnknownProxyError)) throw error;
    return [fail(error.message)];
  }
};

/** A configuration that could be read: what the owner should know of it. @param config its community is what is published. */
export const checkConfiguration = async (config: Config): Promise<Finding> => {
  const found = [...(await checkProxies(config)), ...warningsOf(config).map(warn)];
  return found.length === 0
    ? ok(HEALTH.configured(config.community.servers.length))
    : together(found);
};

/** What browsers are told of https. */
export const checkHttps = (config: Pick<Config, "publicUrl" | "hasHttpsSubdomains">): Finding => {
  const { protocol, hostname } = new URL(config.publicUrl);
  if (protocol === "https:")
    return ok(config.hasHttpsSubdomains ? HEALTH.allSubdomains : HEALTH.thisHostAlone);
  return isThisMachine(hostname)
    ? ok(HEALTH.thisMachine)
    : warn(HEALTH.plainHttp(config.publicUrl));
};
