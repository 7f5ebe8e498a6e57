import { expect, test } from "bun:test";
import type { BackupConfig } from "#server/config/providers.ts";
import { lastBackup, noteFailed, noteMade } from "#server/modules/backups/index.ts";
import { judgeBackups } from "#server/modules/health-checks/run.ts";
import { HOUR_MS } from "#shared/constants/time.ts";
import { HEALTH } from "#shared/health-messages.ts";
import { movableClock } from "#tests/support/clock.ts";
import { testStore } from "#tests/support/store.ts";

const CONFIG: BackupConfig = {
  every: { ms: 24 * HOUR_MS },
  keep: 2,
  to: { folder: "/backups" },
  place: "/backups",
};

test("[BACK-04] the record tells of the last backup and of failures since, and doctor judges both", async () => {
  const store = await testStore();
  const clock = movableClock(new Date("2026-12-01T04:30:00Z"));
  const write = <T>(work: (tx: Parameters<typeof noteMade>[0]) => Promise<T>) =>
    store.write((tx) => work(Object.assign(tx, { clock })));
  const judged = async (config: BackupConfig | null = CONFIG) =>
    judgeBackups(config, await lastBackup(store.read), clock.now());
  const backup = {
    at: clock.now(),
    durationMs: 1234,
    bytes: 5 * 1024 ** 2,
    place: "/backups",
    name: "lynxden-2026-12-01T04-30-00Z.sqlite.zst",
    rows: 42,
  };

  expect(await lastBackup(store.read)).toEqual({ made: null, failed: null });
  expect(await judged(null)).toEqual({ state: "warn", message: HEALTH.noBackups });
  expect(await judged()).toEqual({ state: "ok", message: HEALTH.backupAwaited("/backups") });

  expect(await write((tx) => noteFailed(tx, "The disk is full."))).toBe(true);
  expect((await judged()).state).toBe("fail");
  await write((tx) => noteMade(tx, backup));
  expect(await lastBackup(store.read)).toEqual({ made: backup, failed: null });

  clock.advance(25 * HOUR_MS);
  const { state, message } = await judged();
  expect(state).toBe("ok");
  expect(message).toBe(`The last backup is 25 hours old: ${backup.name} in /backups, 5 MiB.`);
  expect((await judged({ ...CONFIG, place: "/elsewhere" })).message).toBe(
    HEALTH.backupAwaited("/elsewhere"),
  );

  const since = clock.now();
  expect(await write((tx) => noteFailed(tx, "S3 is down."))).toBe(true);
  clock.advance(HOUR_MS);
  expect(await write((tx) => noteFailed(tx, "The disk is full."))).toBe(false);
  expect(await lastBackup(store.read)).toEqual({
    made: backup,
    failed: { at: clock.now(), since, reason: "The disk is full." },
  });
  expect(await judged()).toMatchObject({ state: "warn" });
  clock.advance(23 * HOUR_MS);
  expect(await judged()).toMatchObject({
    state: "fail",
    message: expect.stringContaining("The disk is full."),
  });
  await write((tx) => noteMade(tx, { ...backup, at: clock.now() }));
  expect(await judged()).toMatchObject({ state: "ok" });
  clock.advance(49 * HOUR_MS);
  expect(await judged()).toMatchObject({
    state: "fail",
    message: expect.stringContaining(HEALTH.backupLate),
  });
});
