import { expect, test } from "bun:test";
import { mkdir, readdir, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createOutages } from "#sandbox/outages.ts";
import { startBucket } from "#sandbox/s3/bucket.ts";
import { loadConfig } from "#server/config/config.ts";
import { backUpWhenDue, lastBackup, makeBackup, newestIn } from "#server/modules/backups/index.ts";
import { openPlace } from "#server/providers/backups/place.ts";
import { restore } from "#server/store/backup.ts";
import { dump, isDiskFull, withPackedCopy } from "#server/store/packed-copy.ts";
import { HOUR_MS } from "#shared/constants/time.ts";
import { BACKUPS } from "#shared/data-messages.ts";
import { addUser } from "#tests/support/accounts.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { movableClock } from "#tests/support/clock.ts";
import { asSite } from "#tests/support/context.ts";
import { runProgram } from "#tests/support/processes.ts";
import { rawSql } from "#tests/support/raw.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { smallDisk } from "#tests/support/small-disk.ts";
import {
  emptyDatabase,
  openForTest,
  silentLog,
  TEST_ENGINE,
  testDatabase,
  testFolder,
} from "#tests/support/store.ts";

/** Has the program find no tools but those in a folder, for the rest of the test. */
const findToolsIn = (folder: string) => {
  const path = process.env["PATH"] ?? "";
  process.env["PATH"] = folder;
  afterThisTest(() => {
    process.env["PATH"] = path;
  });
};

const ENDING = TEST_ENGINE === "sqlite" ? "sqlite.zst" : "dump";
const never = () => new AbortController().signal;

/** A site with one account, which backs up as this environment says; backups are made in this process. */
const siteWith = async (environment: Readonly<Record<string, string>>, dataDir?: string) => {
  const database = await testDatabase();
  const folder = dataDir ?? database.dataDir;
  const store = await openForTest(database);
  const clock = movableClock("2026-12-01T04:30:00Z");
  await addUser(store, clock, { role: "Admin" });
  const loaded = await loadConfig({ BACKUP_EVERY: "24h", BACKUP_KEEP: "2", ...environment });
  const config = { ...loaded, databaseUrl: database.databaseUrl, dataDir: folder };
  const lines: { level: string; event: string }[] = [];
  const note = (level: string) => (event: string) => void lines.push({ level, event });
  const log = { ...silentLog, error: note("error"), warn: note("warn"), info: note("info") };
  const ctx = asSite({ store, clock, config, log });
  const backUp = () =>
    backUpWhenDue(ctx, (work, signal) => makeBackup(work, openPlace(work.to), signal), never());
  const notices = () => rawSql(database, "SELECT subject FROM notifications");
  return { database, store, clock, ctx, backUp, lines, notices, dataDir: folder };
};

const bytesOf = async (file: string) => Buffer.from(await Bun.file(file).bytes());

const bucketHere = () => {
  const outages = createOutages(50);
  const bucket = startBucket(outages);
  afterThisTest(() => bucket.stop());
  return { bucket, outages };
};

/** What a backup is made of, which goes with it; its lock stays. */
const isOurs = (name: string) =>
  (name.startsWith("lynxden.backup.") && !name.endsWith(".lock")) || name.endsWith(".partial");

test("[BACK-01, BACK-02] a folder gets a verified, private copy when one is due, and the newest are kept", async () => {
  const folder = join(await testFolder(), "made", "here");
  const site = await siteWith({ BACKUP_TO: folder });
  await site.backUp();
  await site.backUp();
  const name = `lynxden-2026-12-01T04-30-00Z.${ENDING}`;
  expect(await readdir(folder)).toEqual([name]);
  const { mode, size } = await stat(join(folder, name));
  expect([mode & 0o777, (await stat(folder)).mode & 0o777]).toEqual([0o600, 0o700]);
  const { made, failed } = await lastBackup(site.store.read);
  expect(made).toMatchObject({ at: site.clock.now(), bytes: size, place: folder, name });
  expect(made?.rows).toBeGreaterThan(1);
  expect(failed).toBeNull();
  // A stranger's files stay; what was cut off once does not.
  await Bun.write(join(folder, "notes.txt"), "mine");
  await Bun.write(join(folder, `${name.replace("04-30", "03-30")}.partial`), "half");
  for (let day = 0; day < 3; day += 1) {
    site.clock.advance(24 * HOUR_MS);
    await site.backUp();
  }
  expect((await readdir(folder)).toSorted()).toEqual([
    `lynxden-2026-12-03T04-30-00Z.${ENDING}`,
    `lynxden-2026-12-04T04-30-00Z.${ENDING}`,
    "notes.txt",
  ]);
  expect((await readdir(site.dataDir)).filter(isOurs)).toEqual([]);
  expect(site.lines.map(({ event }) => event)).toEqual(
    Array.from({ length: 4 }, () => "backup.made"),
  );
});

test("[BACK-05] a backup that is fetched into its own folder stays as it is, and no other file is replaced", async () => {
  const folder = await testFolder();
  const site = await siteWith({ BACKUP_TO: folder });
  await site.backUp();
  const [name = ""] = await readdir(folder);
  const whole = await bytesOf(join(folder, name));
  if (TEST_ENGINE === "postgres") {
    const env = { BACKUP_TO: folder, DATABASE_URL: site.database.databaseUrl ?? "" };
    const asked = [join(import.meta.dir, "processes/restore.ts"), [folder], env] as const;
    const { output, errors, exitCode } = await runProgram(...asked);
    expect([errors, exitCode]).toEqual(["", 0]);
    expect(output).toContain(BACKUPS.restoreDump(join(folder, name)));
  }
  const { bucket } = bucketHere();
  const stored = await siteWith(bucket.environment);
  const inBucket = openPlace((stored.ctx.config.backups ?? { to: { folder } }).to);
  await inBucket.put(name, join(folder, name));
  const link = join(await testFolder(), "link");
  await symlink(folder, link);
  const other = join(await testFolder(), name);
  await Bun.write(other, "mine");
  const inFolder = openPlace({ folder });
  for (const file of [join(folder, name), join(link, name)]) await inFolder.fetch(name, file);
  for (const place of [inFolder, inBucket])
    expect((await rejectionOf(place.fetch(name, other))).cause).toMatchObject({ code: "EEXIST" });
  expect(await Bun.file(other).text()).toBe("mine");
  expect(whole.equals(await bytesOf(join(folder, name)))).toBe(true);
  expect(await readdir(folder)).toEqual([name]);
});

test("[BACK-02] two backups are not made in one data folder at once, and neither spoils the other", async () => {
  const where = await testDatabase();
  const { first, second } = await withPackedCopy(where, never(), async ({ file }) => {
    const before = await bytesOf(file);
    const refused = await rejectionOf(withPackedCopy(where, never(), async () => null));
    return { first: before.equals(await bytesOf(file)), second: refused.message };
  });
  expect([first, second]).toEqual([true, BACKUPS.beingMade(where.dataDir)]);
  expect(await withPackedCopy(where, never(), async ({ rows }) => rows)).toBeGreaterThan(0);
  expect((await readdir(where.dataDir)).filter(isOurs)).toEqual([]);
});

test("[BACK-02] a bucket gets it with a right signature, in parts where it is large", async () => {
  const { bucket } = bucketHere();
  const site = await siteWith(bucket.environment);
  await site.backUp();
  expect(bucket.names()).toEqual([`demo/lynxden-2026-12-01T04-30-00Z.${ENDING}`]);
  const place = openPlace((site.ctx.config.backups ?? { to: { folder: "" } }).to);
  const fetched = join(await testFolder(), "fetched");
  const newest = (await newestIn(place, TEST_ENGINE)) ?? "";
  await place.fetch(newest, fetched);
  const inBucket = (name: string) => Buffer.from(bucket.read(name) ?? []);
  expect(inBucket(`demo/${newest}`).equals(await bytesOf(fetched))).toBe(true);
  expect((await stat(fetched)).mode & 0o777).toBe(0o600);
  const large = join(await testFolder(), "large");
  const bytes = crypto.getRandomValues(new Uint8Array(64 * 1024));
  await Bun.write(large, Buffer.concat(Array.from({ length: 600 }, () => bytes)));
  expect(await place.put("large", large)).toBe(600 * 64 * 1024);
  expect(inBucket("demo/large").equals(await bytesOf(large))).toBe(true);
  await place.remove("large");
  for (let day = 0; day < 3; day += 1) {
    site.clock.advance(24 * HOUR_MS);
    await site.backUp();
  }
  expect(bucket.names()).toHaveLength(2);
  expect(bucket.refused()).toBe(0);
});

test("[BACK-03] a bucket that is down, refuses or cuts off is said in log, record and to Admins, and loses nothing", async () => {
  const { bucket, outages } = bucketHere();
  const site = await siteWith(bucket.environment);
  await site.backUp();
  const [kept = ""] = bucket.names();
  const whole = bucket.read(kept);
  for (const mode of ["down", "garbage", "truncated"] as const) {
    outages.set("s3", mode);
    site.clock.advance(24 * HOUR_MS);
    await site.backUp();
    const { made, failed } = await lastBackup(site.store.read);
    expect([mode, failed?.at]).toEqual([mode, site.clock.now()]);
    expect(failed?.reason).toMatch(/site-backups|hung up/);
    expect(made?.name).toBe(kept.replace("demo/", ""));
    outages.set("s3", "up");
    expect(bucket.read(kept)).toBe(whole);
  }
  expect(site.lines.filter(({ event }) => event === "backup.failed")).toHaveLength(3);
  expect(await site.notices()).toEqual([{ subject: BACKUPS.subject }]);
  expect((await readdir(site.dataDir)).filter(isOurs)).toEqual([]);
  // Within the hour nothing is tried again; then it is, and all is well.
  await site.backUp();
  expect((await lastBackup(site.store.read)).failed).not.toBeNull();
  site.clock.advance(HOUR_MS);
  await site.backUp();
  expect((await lastBackup(site.store.read)).failed).toBeNull();
});

test.each<[what: string, change: Readonly<Record<string, string>>, reason: RegExp]>([
  ["a wrong secret", { S3_SECRET_ACCESS_KEY: "wrong" }, /refuses the signature\. Check S3_SECRET/],
  ["a wrong key", { S3_ACCESS_KEY_ID: "WRONG" }, /does not know the key\. Check S3_ACCESS_KEY_ID/],
  ["another bucket", { BACKUP_TO: "s3://not-there" }, /There is no bucket not-there at http/],
  [
    "nobody there",
    { S3_ENDPOINT: "http://127.0.0.1:1" },
    /Nothing answers at http:\/\/127\.0\.0\.1:1/,
  ],
])(
  "[BACK-03] a bucket with %s is told apart, and no secret is repeated",
  async (_, change, reason) => {
    const { bucket } = bucketHere();
    const site = await siteWith({ ...bucket.environment, ...change });
    await site.backUp();
    const { made, failed } = await lastBackup(site.store.read);
    expect(made).toBeNull();
    expect(failed?.reason).toMatch(reason);
    expect(failed?.reason).not.toContain(bucket.environment["S3_SECRET_ACCESS_KEY"] ?? "-");
    expect(bucket.names()).toEqual([]);
  },
);

test("[BACK-05] who restores from a folder that is not there is told so, and what to do", async () => {
  const folder = join(await testFolder(), "unmounted");
  const { message } = await rejectionOf(openPlace({ folder }).list());
  expect(message).toBe(
    `There is no folder ${folder}. Mount its disk, or set BACKUP_TO to the folder that has the backups.`,
  );
});

const nameAt = (day: number, ending: string) => `lynxden-2026-12-0${day}T04-30-00Z.${ending}`;

test("[BACK-05] the newest is that of the engine that the site uses; where there are others alone, this is said", async () => {
  const [other, wrong] =
    TEST_ENGINE === "sqlite"
      ? (["postgres", "dump"] as const)
      : (["sqlite", "sqlite.zst"] as const);
  const folder = await testFolder();
  const foreign = nameAt(3, wrong);
  await Bun.write(join(folder, foreign), "");
  const { databaseUrl, dataDir } = await emptyDatabase();
  const { errors, exitCode } = await runProgram(
    join(import.meta.dir, "processes/restore.ts"),
    [folder],
    { BACKUP_TO: folder, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? "" },
  );
  expect([exitCode, errors.trim()]).toEqual([1, BACKUPS.othersThere[other](folder, foreign)]);
  for (const day of [1, 2]) await Bun.write(join(folder, nameAt(day, ENDING)), "");
  expect(await newestIn(openPlace({ folder }), TEST_ENGINE)).toBe(nameAt(2, ENDING));
});

test("[BACK-03] a folder that cannot be one, and a full disk, are said and leave nothing behind", async () => {
  const folder = await testFolder();
  await Bun.write(join(folder, "file"), "");
  const site = await siteWith({ BACKUP_TO: join(folder, "file", "below") });
  await site.backUp();
  expect((await lastBackup(site.store.read)).failed?.reason).toMatch(
    /^Backups cannot be put into .+: part of its path is a file\.$/,
  );

  const disk = await smallDisk(4);
  if (disk === null) return;
  const place = join(disk.folder, "backups");
  const small = await siteWith({ BACKUP_TO: place });
  await small.backUp();
  const [first] = await readdir(place);
  disk.fillBut(8192);
  small.clock.advance(24 * HOUR_MS);
  await small.backUp();
  expect((await lastBackup(small.store.read)).failed?.reason).toContain("its disk is full");
  expect(await readdir(place)).toEqual([first ?? ""]);
  // Those that are kept no longer make room; the newest ones stay until there is one more.
  const older = ["10", "11"].map((month) => `lynxden-2026-${month}-01T00-00-00Z.${ENDING}`);
  disk.makeRoom();
  for (const name of older) await Bun.write(join(place, name), new Uint8Array(1024 ** 2));
  disk.fillBut(8192);
  small.clock.advance(HOUR_MS);
  await small.backUp();
  const { made, failed } = await lastBackup(small.store.read);
  expect(failed).toBeNull();
  expect((await readdir(place)).toSorted()).toEqual([first ?? "", made?.name ?? ""]);
  disk.fillBut(0);
  // The copy is made in the data folder first.
  const data = join(disk.folder, "data");
  await mkdir(data);
  if (TEST_ENGINE === "postgres") {
    const full = await siteWith({ BACKUP_TO: folder }, data);
    await full.backUp();
    expect((await lastBackup(full.store.read)).failed).not.toBeNull();
    expect((await readdir(data)).filter(isOurs)).toEqual([]);
  }
});

if (TEST_ENGINE === "sqlite") {
  test("[BACK-05] a compressed copy is restored; one that was cut off or changed is refused", async () => {
    const folder = await testFolder();
    const site = await siteWith({ BACKUP_TO: folder });
    await site.backUp();
    const [name = ""] = await readdir(folder);
    const fresh = await emptyDatabase();
    await restore(fresh, join(folder, name));
    expect(await rawSql(fresh, "SELECT count(*) AS n FROM users")).toEqual([{ n: 1 }]);
    const bytes = await Bun.file(join(folder, name)).bytes();
    const damaged = join(folder, "damaged");
    const middle = bytes.slice();
    middle.fill(0xff, middle.length / 2, middle.length / 2 + 8);
    for (const [what, wrong] of [
      ["half", bytes.slice(0, bytes.length / 2)],
      ["changed", middle],
    ] as const) {
      await Bun.write(damaged, wrong);
      const other = await emptyDatabase();
      const { message } = await rejectionOf(restore(other, damaged));
      expect([what, message]).toEqual([what, expect.stringContaining("cannot be restored.")]);
      expect((await readdir(other.dataDir)).filter((one) => /sqlite$|partial/.test(one))).toEqual(
        [],
      );
    }
  });

  test("[BACK-02] a database that is damaged is not taken for a backup", async () => {
    const folder = await testFolder();
    const site = await siteWith({ BACKUP_TO: folder });
    await rawSql(site.database, "DELETE FROM migrations WHERE name > '0001'");
    await site.backUp();
    expect((await lastBackup(site.store.read)).failed?.reason).toContain("The copy is not sound.");
    expect(await readdir(folder)).toEqual([]);
  });
} else {
  test("[BACK-02] without pg_dump the record says what to install", async () => {
    const folder = await testFolder();
    const site = await siteWith({ BACKUP_TO: folder });
    findToolsIn(folder);
    await site.backUp();
    expect((await lastBackup(site.store.read)).failed?.reason).toStartWith(
      "pg_dump is not installed here.",
    );
  });

  test("[BACK-02] a disk that is full for pg_dump is known as one", async () => {
    const folder = await testFolder();
    const said = "pg_dump: error: could not write to file: No space left on device";
    await writeFile(join(folder, "pg_dump"), `#!/bin/sh\necho "${said}" >&2\nexit 1\n`, {
      mode: 0o755,
    });
    findToolsIn(folder);
    const file = join(folder, "a.dump");
    const failure = await rejectionOf(
      dump("postgres://den@localhost/den", file, new AbortController().signal),
    );
    expect(failure).toMatchObject({ message: expect.stringContaining(said) });
    expect(isDiskFull(failure)).toBe(true);
  });
}
