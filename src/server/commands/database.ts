import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { commandContext } from "#server/context/unit-of-work.ts";
import { AppError } from "#server/core/errors.ts";
import { verifyAudit } from "#server/modules/audit/index.ts";
import { backUpNow, makeBackup, newestIn } from "#server/modules/backups/index.ts";
import { notify } from "#server/modules/notifications/index.ts";
import { proveLedger } from "#server/modules/points/index.ts";
import { openPlace } from "#server/providers/backups/place.ts";
import type { BackupPlace } from "#server/providers/ports/files.ts";
import { backup, restore } from "#server/store/backup.ts";
import { ensureDataDir } from "#server/store/data-folder.ts";
import { migrate } from "#server/store/migrate.ts";
import { moveDatabase } from "#server/store/move-database.ts";
import type { StoreOptions } from "#server/store/open.ts";
import type { Store } from "#server/store/store.ts";
import { AUDIT_CHAIN, auditBreakText } from "#shared/admin-messages.ts";
import { BACKUPS, MOVE } from "#shared/data-messages.ts";
import {
  type Command,
  type CommandContext,
  type Commands,
  complain,
  withStore,
} from "./command.ts";

const targetOf = (where: StoreOptions, given: string): StoreOptions => {
  if (/^postgres(ql)?:\/\/./.test(given)) return { ...where, databaseUrl: given };
  const folder = /^sqlite:(?:\/\/)?(.+)$/.exec(given)?.[1];
  if (folder === undefined) throw new AppError("bad_request", MOVE.badTarget);
  return { ...where, databaseUrl: null, dataDir: resolve(folder) };
};

/** What is proven of ledger and audit, on either side. */
const proverOf = ({ config, log, where: { clock } }: CommandContext) => {
  const never = new AbortController().signal;
  return async (store: Store) => {
    const ctx = commandContext({ store, config, log, clock, notify }, "move");
    return { ledger: await proveLedger(ctx, never), audit: await verifyAudit(ctx, never) };
  };
};

/** What its owner has to know of files of tickets that lie in the data folder. */
const filesLeft = async ({ config }: CommandContext, to: StoreOptions): Promise<string[]> => {
  const [here, there] = [join(config.dataDir, "attachments"), join(to.dataDir, "attachments")];
  const isBeside = config.attachments.place === here && existsSync(here);
  if (!isBeside || (await readdir(here)).length === 0) return [];
  if (to.databaseUrl !== null) return [MOVE.filesStay(here)];
  return here === there ? [] : [MOVE.copyFiles(here, there)];
};

const move: Command["run"] = async (context, given) => {
  const to = targetOf(context.where, given);
  const { tables, rows, sums, proof } = await moveDatabase({
    from: context.where,
    to,
    prove: proverOf(context),
    onProgress: ({ table, rows: done, isCompared }) =>
      void complain(isCompared ? MOVE.comparing(table) : MOVE.moving(table, done)),
  });
  const { ledger, audit } = proof;
  return [
    ...tables.map(({ name, rows: count, digest }) => MOVE.table(name, count, digest)),
    ...Object.entries(sums).map(([name, sum]) => MOVE.sum(name, sum)),
    MOVE.ledger(ledger?.entries ?? 0, ledger?.broken ?? 0),
    MOVE.audit(audit?.entries ?? 0, audit?.broken?.position ?? null),
    MOVE.done(rows),
    ...(await filesLeft(context, to)),
    to.databaseUrl === null ? MOVE.nextSqlite(to.dataDir) : MOVE.nextPostgres,
  ].join("\n");
};

/** The whole database to the other engine. */
export const MOVE_COMMANDS: Commands = {
  move: { takes: ["TARGET"], run: move },
};

/** A line of the audit as the log names it; null where none was given. */
const witnessOf = (given: string) => {
  if (given === "") return null;
  const [position = "", hash = "", ...rest] = given.split(":");
  if (!/^[1-9]\d{0,14}$/.test(position) || !/^[\da-f]{64}$/.test(hash) || rest.length > 0)
    throw new AppError("bad_request", AUDIT_CHAIN.badWitness);
  return { position: Number(position), hash };
};

const verify: Command["run"] = async (context, given) => {
  const witness = witnessOf(given);
  const never = new AbortController().signal;
  const proof = await withStore(context, "audit verify", (ctx) => verifyAudit(ctx, never, witness));
  if (proof === null) return null;
  const { broken, entries, head, oldestUnsealed } = proof;
  if (broken !== null)
    throw new AppError("conflict", auditBreakText(broken.fault, broken.position));
  const holds = AUDIT_CHAIN.holds(entries, `${head.position}:${head.hash}`);
  return oldestUnsealed === null
    ? holds
    : `${holds} ${AUDIT_CHAIN.waiting(oldestUnsealed.at.toISOString())}`;
};

/** What is asked of the audit log. */
export const AUDIT_COMMANDS: Commands = {
  "audit verify": { takes: [], mayTake: "POSITION:HASH", run: verify },
};

/** In place of a file: the newest backup in BACKUP_TO. */
const LATEST = "latest";

/** As the site does it when one is due, and now. */
const backUpToPlace = async (context: CommandContext): Promise<string> => {
  const { backups } = context.config;
  if (backups === null) throw new AppError("bad_request", BACKUPS.notConfigured);
  const outcome = await withStore(context, "backup", (ctx) =>
    backUpNow(
      ctx,
      (work, signal) => makeBackup(work, openPlace(work.to), signal),
      new AbortController().signal,
    ),
  );
  if (outcome?.isMade !== true)
    throw new AppError("unavailable", outcome?.reason ?? BACKUPS.notConfigured);
  return BACKUPS.made(`${outcome.name} in ${backups.place}`, outcome.rows);
};

/** @param called what people know the file as. */
const restoreFile = async (
  { where }: CommandContext,
  file: string,
  called = file,
): Promise<string> => {
  const { replaced } = await restore(where, file);
  const restored = `${called} is the database now. Everybody has to log in again.`;
  return replaced === null ? restored : `${restored} The one it replaced is kept as ${replaced}.`;
};

/** @throws {AppError} where another file of this name is there. */
const fetchTo = async (place: BackupPlace, name: string, file: string): Promise<void> => {
  try {
    await place.fetch(name, file);
  } catch (error) {
    const { cause } = error as { cause?: { code?: unknown } };
    if (cause?.code !== "EEXIST") throw error;
    throw new AppError("conflict", BACKUPS.isThere(file));
  }
};

/** PostgreSQL's own tool restores it: there the file is left where the command was called. */
const restoreLatest = async (context: CommandContext): Promise<string> => {
  const { backups, databaseUrl, dataDir } = context.config;
  if (backups === null) throw new AppError("bad_request", BACKUPS.notConfigured);
  const place = openPlace(backups.to);
  const [engine, other] =
    databaseUrl === null ? (["sqlite", "postgres"] as const) : (["postgres", "sqlite"] as const);
  const name = await newestIn(place, engine);
  if (name === null) {
    const foreign = await newestIn(place, other);
    const sentence =
      foreign === null
        ? BACKUPS.noneThere(backups.place)
        : BACKUPS.othersThere[other](backups.place, foreign);
    throw new AppError("not_found", sentence);
  }
  if (databaseUrl !== null) {
    const file = resolve(name);
    await fetchTo(place, name, file);
    return `${BACKUPS.fetched(file)} ${BACKUPS.restoreDump(file)}`;
  }
  await ensureDataDir(dataDir);
  const file = join(dataDir, `lynxden.fetched.${name}`);
  await rm(file, { force: true });
  try {
    await place.fetch(name, file);
    return await restoreFile(context, file, `${name} in ${backups.place}`);
  } finally {
    await rm(file, { force: true });
  }
};

/** What is done to the database as a whole. */
export const DATABASE_COMMANDS: Commands = {
  migrate: {
    takes: [],
    run: async ({ where }) => {
      const { applied } = await migrate(where);
      return applied.length === 0
        ? "The database is up to date."
        : `Applied ${applied.length} migration(s): ${applied.join(", ")}.`;
    },
  },
  backup: {
    takes: [],
    mayTake: "FILE",
    run: async (context, file) => {
      if (file === "") return await backUpToPlace(context);
      await backup(context.config, file);
      return `The database is copied to ${resolve(file)}.`;
    },
  },
  restore: {
    takes: ["FILE"],
    makesDatabase: true,
    run: (context, file) =>
      file === LATEST ? restoreLatest(context) : restoreFile(context, resolve(file)),
  },
};
