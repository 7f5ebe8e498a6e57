import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { AppError } from "#server/core/errors.ts";
import { backUpNow, makeBackup, newestIn } from "#server/modules/backups/index.ts";
import { openPlace } from "#server/providers/backups/place.ts";
import type { BackupPlace } from "#server/providers/backups/port.ts";
import { backup } from "#server/store/backup.ts";
import { migrate } from "#server/store/migrate.ts";
import { ensureDataDir } from "#server/store/private-files.ts";
import { restore } from "#server/store/restore.ts";
import { BACKUPS } from "#shared/backup-messages.ts";
import { type CommandContext, type Commands, withStore } from "./command.ts";

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
