import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { type Config, warningsOf } from "#server/config/config.ts";
import { resolveProxies, UnknownProxyError } from "#server/config/environment.ts";
import type { Ctx } from "#server/context/context.ts";
import { isThisMachine } from "#server/core/addresses.ts";
import type { Timer } from "#server/core/clock.ts";
import { type PlaceState, recentPartings } from "#server/modules/attachments/index.ts";
import { type AuditProof, verifyAudit } from "#server/modules/audit/index.ts";
import type { OutboxState } from "#server/modules/mail/index.ts";
import { type LedgerProof, proveLedger } from "#server/modules/points/index.ts";
import { type Asked, askServers, statusServers } from "#server/modules/servers/index.ts";
import type { GameQuery, Probe, ProbeAnswer } from "#server/providers/ports/outside.ts";
import type { Mailer } from "#server/providers/ports/sending.ts";
import { findOpenToOthers, foreignPath } from "#server/store/data-folder.ts";
import { readFigures } from "#server/store/health.ts";
import { migrationsPending } from "#server/store/migrate.ts";
import { readSetting, type Setting, writeSetting } from "#server/store/settings.ts";
import type { Reader, Store, TimedTx } from "#server/store/store.ts";
import {
  AUDIT_CHAIN,
  auditBreakText,
  failureText,
  PROVIDER_LABELS,
} from "#shared/admin-messages.ts";
import { HEALTH_CHECK_STATES, type HealthCheckState } from "#shared/constants/health.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { UNNAMED_FILE_KEPT_MS } from "#shared/constants/uploads.ts";
import { HEALTH } from "#shared/health-messages.ts";
import { HEALTH_WORK } from "#shared/health-work-messages.ts";
import { ATTACHMENT_PLACE } from "#shared/upload-messages.ts";

/** What a check has found. */
export type Finding = {
  state: HealthCheckState;
  /** What is so, and where it is not well, what to do. One line for each thing there is to say. */
  message: string;
};

export const ok = (message: string): Finding => ({ state: "ok", message });
export const warn = (message: string): Finding => ({ state: "warn", message });
export const fail = (message: string): Finding => ({ state: "fail", message });

/** @param why a sentence. @param what of the check; all of it unless it is given. */
export const notLookedAt = (why: string, what?: string): Finding =>
  warn(HEALTH.notLookedAt(why, what));

/** Several as one, which is as bad as the worst of them. */
export const together = (findings: readonly Finding[]): Finding => {
  const worst = (["fail", "warn"] as const).find((wanted) =>
    findings.some(({ state }) => state === wanted),
  );
  return { state: worst ?? "ok", message: findings.map(({ message }) => message).join("\n") };
};

/** A mail that has waited so long has failed several times, or nobody sends it. */
const STUCK_MS = 10 * MINUTE_MS;

/** Who is asked outside, and how. */
export type Outside = {
  probe: Probe;
  gameQuery: GameQuery;
  /** Null where no mail server is configured. */
  greetMailServer: Mailer["greet"] | null;
  /** Why files of tickets cannot be kept, in a sentence; null where they can. */
  filePlaceTrouble: () => Promise<string | null>;
};

/** What waits, and what was given up. */
export const judgeOutbox = (
  { waiting, waitingSince, later, laterUntil, givenUp }: OutboxState,
  now: Date,
): Finding => {
  const lost = givenUp.length === 0 ? [] : [warn(HEALTH.givenUp(givenUp))];
  const planned = laterUntil === null ? [] : [ok(HEALTH.later(later, laterUntil.toISOString()))];
  if (waitingSince === null) return together([ok(HEALTH.noneWaits), ...planned, ...lost]);
  const isStuck = now.getTime() - waitingSince.getTime() > STUCK_MS;
  const since = waitingSince.toISOString();
  const queue = isStuck ? warn(HEALTH.stuck(waiting, since)) : ok(HEALTH.waiting(waiting, since));
  return together([queue, ...planned, ...lost]);
};

/** Whether the mail server lets us in; nobody is written to. */
export const checkMailServer = async (greet: Outside["greetMailServer"]): Promise<Finding> => {
  if (greet === null) return warn(HEALTH.noMail);
  const failure = await greet();
  return failure === null ? ok(HEALTH.mailGreets) : fail(HEALTH.mailDown(failure));
};

type Place = { name: string; waits: string; address: string | undefined };

/** Where each provider is asked: at what its API begins with, or where people sign in. */
const placesOf = ({
  discord,
  steam,
  epic,
  microsoft,
  tebex,
  matchmaking,
  passwordRangeBase,
}: Config): Place[] => [
  { ...PROVIDER_LABELS.discord, address: discord?.apiBase },
  { ...PROVIDER_LABELS.steam, address: steam?.apiBase },
  { ...PROVIDER_LABELS.epic, address: epic?.tokenUrl },
  { ...PROVIDER_LABELS.microsoft, address: microsoft?.minecraftBase },
  { ...PROVIDER_LABELS.tebex, address: tebex?.apiBase },
  { ...HEALTH.matchmaking, address: matchmaking?.base },
  {
    ...HEALTH.passwordRange,
    address: passwordRangeBase === null ? undefined : `${passwordRangeBase}/range/00000`,
  },
];

export type Probed = Pick<Place, "name" | "waits"> & ProbeAnswer;

/** Asks all that are configured, side by side. */
export const probeProviders = (config: Config, probe: Probe): Promise<Probed[]> =>
  Promise.all(
    placesOf(config).flatMap(({ name, waits, address }) =>
      address === undefined ? [] : [probe(address).then((answer) => ({ name, waits, ...answer }))],
    ),
  );

export const judgeProviders = (probed: readonly Probed[]): Finding => {
  if (probed.length === 0) return ok(HEALTH.noProviders);
  const well = probed.filter(({ failure }) => failure === null).map(({ name }) => name);
  const down = probed.flatMap(({ name, waits, failure }) =>
    failure === null ? [] : [warn(HEALTH.providerDown(name, failureText(failure), waits))],
  );
  return together([...(well.length > 0 ? [ok(HEALTH.providersAnswer(well))] : []), ...down]);
};

/** One question may be lost on its way, as the poller knows: what is silent is asked once more. */
const QUESTIONS = 2;

/** Asks every game server, and records nothing of it. */
export const checkGameServers = async (
  { community }: Config,
  query: GameQuery,
  signal: AbortSignal,
  timer: Timer,
): Promise<Finding> => {
  const servers = statusServers(community).filter(({ protocol }) => query.canAsk(protocol));
  if (servers.length === 0) return ok(HEALTH.noServers);
  const answers = new Map<string, Asked>();
  const unheard = () => servers.filter(({ key }) => (answers.get(key)?.reading ?? null) === null);
  for (let question = 0; question < QUESTIONS; question += 1)
    await askServers(query, unheard(), signal, (asked) => answers.set(asked.key, asked), timer);
  const silent = unheard().map(({ key, name, queryHost, queryPort }) => {
    const address = `${queryHost.includes(":") ? `[${queryHost}]` : queryHost}:${queryPort}`;
    return HEALTH.serverSilent(name, address, answers.get(key)?.reason ?? "silent");
  });
  const answer = HEALTH.serversAnswer(servers.length - silent.length, servers.length);
  return silent.length === 0
    ? ok(answer)
    : warn([answer, ...silent, HEALTH.serverAdvice].join("\n"));
};

/** The database as the checks see it: they read. */
export type Database = Pick<Ctx, "read" | "tables"> & { store: Pick<Store, "engine" | "read"> };

const checkFiles = (dataDir: string): Finding[] => {
  const foreign = foreignPath(dataDir);
  const { files, isFolderOpen } = findOpenToOthers(dataDir);
  return [
    ...(foreign === null ? [] : [fail(foreign)]),
    ...(files.length > 0 ? [warn(HEALTH.openFiles(files))] : []),
    ...(isFolderOpen ? [warn(HEALTH.openFolder(dataDir))] : []),
  ];
};

/** What the database takes, and on SQLite who else may read it, and whether it can be written. */
export const checkStore = async (store: Database["store"], dataDir: string): Promise<Finding> => {
  const { version, bytes } = await readFigures(store, dataDir);
  const isHere = store.engine === "sqlite";
  return together([
    ok(HEALTH.store(store.engine, version, bytes)),
    ...(isHere ? checkFiles(dataDir) : []),
  ]);
};

/** @throws {StoreError} where the database is newer than the program. */
export const checkMigrations = async (store: Database["store"]): Promise<Finding> =>
  (await migrationsPending(store)) ? fail(HEALTH.unmigrated) : ok(HEALTH.migrated);

/** What a proof of the ledger has come to. */
export const judgeLedger = (proof: LedgerProof): Finding => {
  const { entries, broken, firstBrokenId: firstId, userIds } = proof;
  return broken === 0
    ? ok(HEALTH.ledgerHolds(entries))
    : fail(HEALTH.ledgerBroken({ broken, entries, firstId, userIds }));
};

export const checkLedger = async (database: Database, signal: AbortSignal): Promise<Finding> => {
  const proof = await proveLedger(database, signal);
  return proof === null ? notLookedAt(HEALTH.stopped) : judgeLedger(proof);
};

/** What following the audit's chain has come to. */
export const judgeAudit = ({ entries, broken, head, oldestUnsealed }: AuditProof): Finding => {
  if (broken !== null)
    return fail(`${auditBreakText(broken.fault, broken.position)} ${AUDIT_CHAIN.brokenAdvice}`);
  return together([
    ok(AUDIT_CHAIN.holds(entries, `${head.position}:${head.hash}`)),
    ...(oldestUnsealed === null
      ? []
      : [warn(AUDIT_CHAIN.waiting(oldestUnsealed.at.toISOString()))]),
  ]);
};

export const checkAuditChain = async (
  database: Database,
  signal: AbortSignal,
): Promise<Finding> => {
  const proof = await verifyAudit(database, signal);
  return proof === null ? notLookedAt(HEALTH.stopped) : judgeAudit(proof);
};

type FilesConfig = {
  community: { pictures: Pick<Config["community"]["pictures"], "uploads"> };
  dataDir: string;
};

/**
 * Whether pictures and text files of tickets can be kept.
 * @param trouble why not, in a sentence; null where they can.
 * @param instances how many run.
 */
export const judgeFiles = (
  { community, dataDir }: FilesConfig,
  place: string,
  trouble: string | null,
  instances: number,
): Finding => {
  if (trouble !== null) return fail(trouble);
  if (!community.pictures.uploads) return ok(ATTACHMENT_PLACE.off);
  // No two instances share a data folder.
  return instances > 1 && place.startsWith(join(dataDir, "/"))
    ? warn(ATTACHMENT_PLACE.notShared(place, instances))
    : ok(ATTACHMENT_PLACE.works(place));
};

/**
 * Whether files that no ticket names are removed, and if not, why.
 * @param state what the last run has found; null before the first. @param place where they lie.
 */
export const judgeSweeps = (state: PlaceState | null, place: string, now: Date): Finding[] => {
  if (state === null) return [];
  const { trouble, since } = state;
  if (trouble !== null) return [warn(ATTACHMENT_PLACE.notSwept[trouble](place))];
  const partings = recentPartings(state, now);
  if (partings === 0) return [];
  const day = new Date(Date.parse(since) + UNNAMED_FILE_KEPT_MS).toISOString().slice(0, 10);
  return [partings > 1 ? warn(ATTACHMENT_PLACE.shared(day)) : ok(ATTACHMENT_PLACE.restored(day))];
};

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

/** What is proven every night. */
type Proven = "ledger" | "audit";

const proof = z.object({
  at: z.iso.datetime(),
  state: z.enum(HEALTH_CHECK_STATES),
  message: z.string(),
});

const proofOf = (what: Proven): Setting<z.infer<typeof proof>> => ({
  key: `proof:${what}`,
  schema: proof,
});

/** Writes down, in the caller's transaction, what a proof has come to. */
export const noteProof = async (tx: TimedTx, what: Proven, found: Finding): Promise<void> => {
  await writeSetting(tx, proofOf(what), { at: tx.clock.now().toISOString(), ...found });
};

/** What the last proof came to, and when that was; whoever has no time proves nothing anew. */
export const checkProof = async (reader: Reader, what: Proven): Promise<Finding> => {
  const last = await readSetting(reader, proofOf(what));
  if (last === null) return ok(HEALTH_WORK.notProven);
  return { state: last.state, message: `${last.message} ${HEALTH_WORK.proven(last.at)}` };
};
