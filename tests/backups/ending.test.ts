import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { backUpApart } from "#server/commands/backup-process.ts";
import { loadConfig } from "#server/config/config.ts";
import { BACKUPS } from "#shared/data-messages.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { TEST_ENGINE, testDatabase, testFolder } from "#tests/support/store.ts";
import { until } from "#tests/support/until.ts";

const AT = "2026-12-01T04:30:00.000Z";
const LONG_MS = 3_600_000;
const program = (name: string) => join(import.meta.dir, "processes", `${name}.ts`);

test("[BACK-03] a process that uploads to a bucket which never answers ends when it is told to", async () => {
  let asked = 0;
  const bucket = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 0,
    fetch: () => {
      asked += 1;
      return Promise.withResolvers<Response>().promise;
    },
  });
  afterThisTest(() => bucket.stop(true));
  const { backups } = await loadConfig({
    BACKUP_TO: "s3://backups",
    S3_ENDPOINT: bucket.url.origin,
    S3_ACCESS_KEY_ID: "key",
    S3_SECRET_ACCESS_KEY: "secret",
  });
  if (backups === null) throw new Error("There is no place for backups.");
  const { databaseUrl, dataDir } = await testDatabase();
  const stopping = new AbortController();
  const backUp = backUpApart([process.execPath, program("back-up")], LONG_MS);
  const making = backUp({ ...backups, databaseUrl, dataDir, at: AT }, stopping.signal);
  await until(() => asked > 0);
  stopping.abort();
  // Without a handler the signal itself ends it, with 128 and its number.
  const code = TEST_ENGINE === "sqlite" ? 143 : 1;
  expect(await making).toEqual({ isMade: false, reason: BACKUPS.ended(code) });
});

test("[BACK-03] a process that does not end when it is told to is ended", async () => {
  const folder = await testFolder();
  const greeting = join(folder, "greeting");
  const stopping = new AbortController();
  const backUp = backUpApart([process.execPath, program("deaf"), greeting], 1);
  const work = { to: { folder }, keep: 1, databaseUrl: null, dataDir: folder, at: AT };
  const making = backUp(work, stopping.signal);
  await until(() => existsSync(greeting));
  stopping.abort();
  expect(await making).toEqual({ isMade: false, reason: BACKUPS.ended(137) });
});
