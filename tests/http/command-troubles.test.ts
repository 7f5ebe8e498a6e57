import { expect, test } from "bun:test";
import { chmod, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { OUTAGE } from "#shared/admin-messages.ts";
import { fileTroubleText } from "#shared/file-messages.ts";
import { HEALTH } from "#shared/health-messages.ts";
import { runProgram } from "#tests/support/processes.ts";
import { environment, PROGRAM } from "#tests/support/serving.ts";
import { smallDisk } from "#tests/support/small-disk.ts";
import { testFolder } from "#tests/support/store.ts";

const runIn = async (dataDir: string, argv: readonly string[], more = {}) =>
  await runProgram(PROGRAM, ["/nowhere", ...argv], {
    ...(await environment()),
    DATA_DIR: dataDir,
    DATABASE_URL: "",
    ...more,
  });

test("a file that a command cannot use is named in a sentence", async () => {
  const dataDir = await testFolder();
  expect((await runIn(dataDir, ["setup"])).exitCode).toBe(0);
  const file = join(await testFolder(), "note.txt");
  await Bun.write(file, "");
  const below = join(file, "members.csv");
  const none = join(file, "../none/members.csv");
  for (const [argv, code, path] of [
    [["members", "export", below], "ENOTDIR", below],
    [["members", "export", none], "ENOENT", none],
    [["export", file], "EEXIST", file],
  ] as const)
    expect(await runIn(dataDir, argv)).toEqual({
      output: "",
      errors: `${fileTroubleText(code, path)}\n`,
      exitCode: 1,
    });
});

test("a database that cannot be written is told in a sentence, by every command", async () => {
  const disk = await smallDisk(8);
  if (disk === null) return;
  expect((await runIn(disk.folder, ["setup"])).exitCode).toBe(0);
  disk.fillBut(0);
  const { errors, exitCode } = await runIn(disk.folder, ["backup"], {
    BACKUP_TO: await testFolder(),
  });
  const { full, failing } = OUTAGE.reasons;
  expect([full, failing].map((reason) => `${HEALTH.storeTrouble(reason)}\n`)).toContain(
    errors.split("\n").slice(-2).join("\n"),
  );
  expect(exitCode).toBe(1);
});

/** What doctor says of the store. Root may write everything: as somebody else, where we can be that. */
const storeAsSeenByNobody = async (dataDir: string): Promise<string> => {
  const doctor = JSON.stringify(join(import.meta.dir, "../../src/server/doctor.ts"));
  const script = `process.setuid?.(65534); const { examine } = await import(${doctor}); const log = { info() {}, warn() {}, error() {} }; const { checks } = await examine(${JSON.stringify({ DATA_DIR: dataDir })}, { log }); const { state, message } = checks.find(({ name }) => name === "store"); console.log(state, message);`;
  const child = Bun.spawn([process.execPath, "-e", script], { stderr: "ignore", cwd: "/" });
  return await new Response(child.stdout).text();
};

test("doctor tells of a database that its user may not write", async () => {
  const dataDir = await testFolder();
  expect((await runIn(dataDir, ["setup"])).exitCode).toBe(0);
  const file = join(dataDir, "lynxden.sqlite");
  await chmod(file, 0o444);
  await chmod(dataDir, 0o777);
  await rm(join(dataDir, "lynxden.lock"));
  const told = await storeAsSeenByNobody(dataDir);
  expect(told).toStartWith("fail ");
  expect(told).toContain(`This program may not write to ${file}, which belongs to user`);
});

test("doctor tells of a data folder in which its user may make no file, as serving needs it", async () => {
  const dataDir = await testFolder();
  expect((await runIn(dataDir, ["setup"])).exitCode).toBe(0);
  for (const name of await readdir(dataDir)) await chmod(join(dataDir, name), 0o666);
  await chmod(dataDir, 0o555);
  const told = await storeAsSeenByNobody(dataDir);
  expect(told).toStartWith("fail ");
  expect(told).toContain(`This program may not write to ${dataDir}, which belongs to user`);
});
