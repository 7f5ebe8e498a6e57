import { expect } from "bun:test";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { startSandbox } from "#sandbox/sandbox.ts";
import { SAMPLE_PASSWORD, seedAccounts } from "#sandbox/seed/accounts.ts";
import { seedCommunity } from "#sandbox/seed/community-life.ts";
import { backUpApart } from "#server/commands/backup-process.ts";
import { makeBackupJob } from "#server/jobs/housekeeping.ts";
import { sealAudit, verifyAudit } from "#server/modules/audit/index.ts";
import { proveLedger } from "#server/modules/points/index.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { BACKUPS } from "#shared/data-messages.ts";
import { testApp } from "#tests/support/app.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { asSite } from "#tests/support/context.ts";
import { httpClient } from "#tests/support/http-client.ts";
import { long } from "#tests/support/long.ts";
import { runProgram } from "#tests/support/processes.ts";
import { putBack } from "#tests/support/put-back.ts";
import { rawSql } from "#tests/support/raw.ts";
import { PROGRAM } from "#tests/support/serving.ts";
import { emptyDatabase, openForTest, testDatabase, testFolder } from "#tests/support/store.ts";

/** A machine may be busy: what hangs ends all the same. */
const LIMIT_MS = 600_000;
const TABLES = ["users", "tickets", "messages", "point_entries", "audit", "links", "memberships"];

const never = () => new AbortController().signal;

long(
  "[BACK-06] a site that is destroyed is restored from its own backup: proofs hold, and people log in",
  async () => {
    const sandbox = await startSandbox();
    afterThisTest(() => sandbox.stop());
    const database = await testDatabase();
    const countsIn = async (where: typeof database) => {
      const counts: Record<string, number> = {};
      for (const table of TABLES)
        counts[table] = Number(
          (await rawSql(where, `SELECT count(*) AS n FROM ${table}`))[0]?.["n"],
        );
      return counts;
    };

    // A site with a life.
    const env = { ...sandbox.environment, DATA_DIR: database.dataDir };
    const living = await testApp({
      env: database.databaseUrl === null ? env : { ...env, DATABASE_URL: database.databaseUrl },
      overrides: { store: await openForTest(database) },
    });
    const { deps, clock } = living;
    await seedAccounts(deps, () => sandbox.mail.list());
    await seedCommunity(deps);
    await sealAudit(asSite(deps), never());
    const before = await countsIn(database);
    expect(Math.min(...Object.values(before))).toBeGreaterThan(0);

    // Its job makes a backup, in a process of its own.
    const backUp = backUpApart([process.execPath, PROGRAM, "/nowhere", "back-up"]);
    const job = makeBackupJob(asSite(deps), backUp);
    await job.run(never());
    expect(sandbox.bucket.names()).toEqual([]);
    clock.advance(2 * MINUTE_MS);
    await job.run(never());
    expect(living.lines.filter(({ event }) => event.startsWith("backup."))).toEqual([
      expect.objectContaining({ event: "backup.made", place: sandbox.environment["BACKUP_TO"] }),
    ]);
    expect(sandbox.bucket.names()).toHaveLength(1);
    await deps.store.close();

    // The machine is gone: another one has the environment, and nothing else.
    await rm(database.dataDir, { recursive: true });
    const fresh = await emptyDatabase();
    const folder = await testFolder();
    const restoring = {
      ...env,
      DATA_DIR: fresh.dataDir,
      DATABASE_URL: fresh.databaseUrl ?? "",
    };
    const { output, exitCode, errors } = await runProgram(
      join(import.meta.dir, "processes/restore.ts"),
      [folder],
      restoring,
    );
    expect([exitCode, errors]).toEqual([0, ""]);
    if (fresh.databaseUrl !== null) {
      const [file = ""] = await readdir(folder);
      expect(output).toContain(BACKUPS.restoreDump(join(folder, file)));
      putBack(fresh.databaseUrl, join(folder, file));
    } else
      expect((await readdir(fresh.dataDir)).toSorted()).toEqual(["lynxden.lock", "lynxden.sqlite"]);

    expect(await countsIn(fresh)).toEqual(before);
    const again = await testApp({
      env: sandbox.environment,
      overrides: { store: await openForTest(fresh), clock },
    });
    const ctx = asSite(again.deps);
    expect(await proveLedger(ctx, never())).toMatchObject({
      broken: 0,
      entries: before["point_entries"],
    });
    expect(await verifyAudit(ctx, never())).toMatchObject({ broken: null });
    for (const name of ["admin", "member", "new"])
      expect([
        name,
        (await httpClient(again).login(`${name}@example.test`, SAMPLE_PASSWORD)).status,
      ]).toEqual([name, 200]);
  },
  LIMIT_MS,
);
