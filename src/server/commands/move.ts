import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { commandContext } from "#server/context/unit-of-work.ts";
import { AppError } from "#server/core/errors.ts";
import { verifyAudit } from "#server/modules/audit/index.ts";
import { notify } from "#server/modules/notifications/index.ts";
import { proveLedger } from "#server/modules/points/index.ts";
import { moveDatabase } from "#server/store/move-database.ts";
import type { StoreOptions } from "#server/store/open.ts";
import type { Store } from "#server/store/store.ts";
import { MOVE } from "#shared/move-messages.ts";
import { type Command, type CommandContext, type Commands, complain } from "./command.ts";

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
