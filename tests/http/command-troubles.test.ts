import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { chmod, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { OUTAGE } from "#shared/admin-messages.ts";
import { fileTroubleText, OUTPUT_FAILED, REFUSED_LINE, TRANSFER } from "#shared/data-messages.ts";
import { HEALTH } from "#shared/health-messages.ts";
import { long } from "#tests/support/long.ts";
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

long("a folder in place of a file is named as one, by every command", async () => {
  const dataDir = await testFolder();
  expect((await runIn(dataDir, ["setup"])).exitCode).toBe(0);
  const folder = await testFolder();
  for (const argv of [
    ["members", "import", folder],
    ["restore", folder],
    ["site", "import", folder],
    ["site", "export", folder],
  ])
    expect(await runIn(dataDir, argv)).toEqual({
      output: "",
      errors: expect.stringContaining(`${folder} is a folder`),
      exitCode: 1,
    });
  expect(existsSync(`${folder}.new`)).toBe(false);
});

/** Runs the program with its output led on by a shell. */
const ledOn = async (dataDir: string, argv: string, to: string, before = "") => {
  const command = `${before} "${process.execPath}" "${PROGRAM}" /nowhere ${argv} ${to}`;
  const child = Bun.spawn(["bash", "-c", command], {
    stdout: "pipe",
    stderr: "pipe",
    env: { ...process.env, ...(await environment()), DATA_DIR: dataDir, DATABASE_URL: "" },
  });
  return { errors: await new Response(child.stderr).text(), exitCode: await child.exited };
};

test.skipIf(!existsSync("/dev/full"))(
  "what cannot be printed is not blamed on the database, and a reader that has gone is told nothing",
  async () => {
    const dataDir = await testFolder();
    expect((await runIn(dataDir, ["setup"])).exitCode).toBe(0);
    for (const argv of ["members export", "admin list", "help", "site example"]) {
      const full = { errors: `${OUTPUT_FAILED.full}\n`, exitCode: 1 };
      expect(await ledOn(dataDir, argv, "> /dev/full")).toEqual(full);
      // 128 and the number of SIGPIPE.
      const gone = { errors: "", exitCode: 141 };
      expect(await ledOn(dataDir, argv, ">&3", "exec 3> >(:); wait $!;")).toEqual(gone);
    }
  },
);

long(
  "[MOVE-05] an import that fails amid the file tells what it refused and how far it came, and a second run goes on there",
  async () => {
    const dataDir = await testFolder();
    expect((await runIn(dataDir, ["setup"])).exitCode).toBe(0);
    const file = join(await testFolder(), "members.csv");
    const lines = Array.from({ length: 150 }, (_, at) => `m${at}@example.test`);
    lines[10] = "no address";
    await Bun.write(file, `email\n${lines.join("\n")}\n`);
    const database = new Database(join(dataDir, "lynxden.sqlite"));
    database.run(
      "CREATE TRIGGER no_more BEFORE INSERT ON users WHEN NEW.email = 'm149@example.test' BEGIN SELECT RAISE(ABORT, 'no more'); END",
    );
    const broken = await runIn(dataDir, ["members", "import", file]);
    expect(broken.exitCode).toBe(1);
    expect(broken.output).toBe("");
    expect(broken.errors).toStartWith(
      `${TRANSFER.refused(12, "email", "no address", REFUSED_LINE.email)}\n${TRANSFER.brokenOff(100)}\n`,
    );
    database.run("DROP TRIGGER no_more");
    database.close();
    const { output, exitCode } = await runIn(dataDir, ["members", "import", file]);
    expect(exitCode).toBe(0);
    expect(output).toContain("150 lines: 50 new, 99 here already, 1 refused.");
  },
);

long("a database that cannot be written is told in a sentence, by every command", async () => {
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

long("doctor tells of a database that its user may not write", async () => {
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

long(
  "doctor tells of a data folder in which its user may make no file, as serving needs it",
  async () => {
    const dataDir = await testFolder();
    expect((await runIn(dataDir, ["setup"])).exitCode).toBe(0);
    for (const name of await readdir(dataDir)) await chmod(join(dataDir, name), 0o666);
    await chmod(dataDir, 0o555);
    const told = await storeAsSeenByNobody(dataDir);
    expect(told).toStartWith("fail ");
    expect(told).toContain(`This program may not write to ${dataDir}, which belongs to user`);
  },
);
