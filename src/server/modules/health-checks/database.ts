import type { Ctx } from "#server/context/context.ts";
import { type AuditProof, verifyAudit } from "#server/modules/audit/index.ts";
import { type LedgerProof, proveLedger } from "#server/modules/points/index.ts";
import { readFigures } from "#server/store/figures.ts";
import { migrationsPending } from "#server/store/migrate.ts";
import { foreignPath } from "#server/store/owner-message.ts";
import { findOpenToOthers } from "#server/store/private-files.ts";
import type { Store } from "#server/store/store.ts";
import { AUDIT_CHAIN, auditBreakText } from "#shared/admin-messages.ts";
import { HEALTH } from "#shared/health-messages.ts";
import { fail, type Finding, notLookedAt, ok, together, warn } from "./finding.ts";

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
