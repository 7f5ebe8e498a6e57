import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { SQL } from "bun";
import { eq } from "drizzle-orm";
import { systemClock } from "#server/core/clock.ts";
import { VERSION } from "#server/core/version.ts";
import { sealAudit } from "#server/modules/audit/index.ts";
import { EMBEDDED_MIGRATIONS, migrate } from "#server/store/migrate.ts";
import { asSite, systemIn } from "#tests/support/context.ts";
import { listeningSite } from "#tests/support/http-site.ts";
import { long } from "#tests/support/long.ts";
import { runProgram, startProgram } from "#tests/support/processes.ts";
import { clientFolder, environment, PROGRAM, servingProgram } from "#tests/support/serving.ts";
import { readFeed } from "#tests/support/sse.ts";
import {
  emptyDatabase,
  openForTest,
  silentLog,
  TEST_ENGINE,
  testDatabase,
  testFolder,
} from "#tests/support/store.ts";
import { until } from "#tests/support/until.ts";

const runWith = async (argv: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  await runProgram(PROGRAM, ["/nowhere", ...argv], { ...(await environment()), ...env });

/** What the program says that is to serve, and cannot. */
const refusedServing = async (env: Readonly<Record<string, string>>) =>
  await runProgram(PROGRAM, [await clientFolder(), "serve"], { ...(await environment()), ...env });

describe("setup", () => {
  test("[SETUP-01] makes the database, prints a link beside a site that serves, and says so once there is an Admin", async () => {
    const env = { ...(await environment()), PUBLIC_URL: "http://den.example" };
    const first = await runProgram(PROGRAM, ["/nowhere", "setup"], env);
    expect(first).toMatchObject({ exitCode: 0, errors: "" });
    const link = /http:\/\/den\.example\/setup\?token=[\w-]{43}\n/;
    expect(first.output).toMatch(link);

    const { written, url } = await servingProgram(env);
    await until(() => written().includes('"event":"setup.needed"'));
    const { output } = await runProgram(PROGRAM, ["/nowhere", "setup"], env);
    const token = /token=([\w-]+)/.exec(output)?.[1];
    const admin = { firstName: "Ada", lastName: "Frost", email: "ada@example.test" };
    const passwords = { password: "Lynx!2026new", confirmPassword: "Lynx!2026new" };
    const created = await fetch(`${url}/api/trpc/setup.createAdmin`, {
      method: "POST",
      headers: { "content-type": "application/json", host: "den.example" },
      body: JSON.stringify({ ...admin, ...passwords, token }),
    });
    expect({ status: created.status, body: await created.json() }).toMatchObject({ status: 200 });

    const refused = await runProgram(PROGRAM, ["/nowhere", "setup"], env);
    expect(refused).toMatchObject({ exitCode: 1, output: "" });
    expect(refused.errors).toContain("has an Admin already");
  }, 600_000);
});

/** How often a site has run each of its jobs by now. */
const jobsRunAt = async (url: string, token: string) => {
  const text = await (
    await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  ).text();
  const runs = text.matchAll(/^lynxden_job_runs_total\{job_name="([a-z-]+)",.*\} (\d+)$/gm);
  const ran = new Map<string, number>();
  for (const [, name = "", times] of runs) ran.set(name, (ran.get(name) ?? 0) + Number(times));
  return ran;
};

describe("serve", () => {
  long(
    "[BACK-07] --drill tells nobody outside, removes no file and makes no backup",
    async () => {
      const token = "m".repeat(32);
      const env = {
        METRICS_TOKEN: token,
        BACKUP_TO: await testFolder(),
        SMTP_URL: "smtp://127.0.0.1:9",
        MAIL_FROM: "den@example.test",
      };
      const telling = [
        "deliver-mail",
        "deliver-push",
        "deliver-webhooks",
        "make-backup",
        "sweep-files",
      ];
      for (const [flags, isTold] of [
        [[], true],
        [["--drill"], false],
      ] as const) {
        const { child, url, written } = await servingProgram(env, flags);
        let ran = await jobsRunAt(url, token);
        // All others come as often, or have come once when this one comes again.
        await until(async () => {
          await Bun.sleep(250);
          ran = await jobsRunAt(url, token);
          return (ran.get("seal-audit") ?? 0) > 1;
        });
        expect(telling.filter((name) => ran.has(name))).toEqual(isTold ? telling : []);
        expect(written().includes('"event":"drill"')).toBe(!isTold);
        child.kill();
        await child.exited;
      }
    },
    600_000,
  );

  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const)
    test(`${signal} ends it with exit code 0, an open feed notwithstanding, for which it does not wait`, async () => {
      const { child, url, ended } = await servingProgram();
      const feed = readFeed((await fetch(`${url}/api/feed`)).body);
      await feed.next();
      child.kill(signal);
      let event = await feed.next();
      // The poller may have had something to tell before.
      while (event?.type === "servers.changed") event = await feed.next();
      expect(event).toMatchObject({ type: "bye" });
      expect(await feed.next()).toBeNull();
      // The output too, so that a failure says what went wrong.
      const output = await ended;
      expect({ exitCode: await child.exited, output }).toEqual({
        exitCode: 0,
        output: expect.stringContaining('"event":"stopped"'),
      });
      expect(output).not.toContain('"areRequestsOver":false');
    });

  test("a second signal ends it on the spot", async () => {
    // By itself it would end in minutes.
    const { child, written } = await servingProgram({ DRAIN_SECONDS: "300" });
    // A signal, and the same passed on by whoever started the program: asleep, it hears of both at once.
    for (const signal of ["SIGSTOP", "SIGINT", "SIGTERM", "SIGCONT"] as const) child.kill(signal);
    await until(() => written().includes('"event":"stopping"'));
    // Half a second later it is another one.
    await Bun.sleep(600);
    expect(child.exitCode).toBeNull();
    child.kill("SIGTERM");
    expect(await child.exited).toBe(1);
    expect(written()).not.toContain('"event":"stopped"');
  });

  test.skipIf(TEST_ENGINE === "postgres")(
    "a second one on the same data folder is refused in a sentence that names it, until the first is gone",
    async () => {
      const env = await environment();
      const first = await servingProgram(env);
      const { errors, exitCode } = await refusedServing(env);
      expect(exitCode).toBe(1);
      expect(errors).toContain(`is serving from ${env.DATA_DIR} already`);
      expect(errors).not.toContain(".ts:");
      expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
      // What runs beside a site still may.
      const beside = await runProgram(PROGRAM, ["/nowhere", "migrate"], env);
      expect(beside).toMatchObject({ exitCode: 0, output: "The database is up to date.\n" });
      first.child.kill("SIGKILL");
      await first.child.exited;
      const second = await servingProgram(env);
      expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
    },
    600_000,
  );

  test("every line it writes is one JSON object", async () => {
    const { child, url, ended } = await servingProgram();
    await fetch(`${url}/robots.txt?token=secret`);
    child.kill("SIGTERM");
    const lines = (await ended).trim().split("\n");
    for (const line of lines) expect(JSON.parse(line)).toHaveProperty("event");
    expect(lines.join("")).not.toContain("secret");
    expect(lines.some((line) => line.includes('"path":"/robots.txt"'))).toBe(true);
  });

  test("everything that is wrong with the configuration is listed at once, exit code 1", async () => {
    const { output, errors, exitCode } = await runWith(["serve"], {
      PORT: "a",
      PUBLIC_URL: "ftp://x",
      TRUSTED_PROXIES: "10.0.0.0/99",
    });
    expect(exitCode).toBe(1);
    expect(output).toBe("");
    for (const name of ["PORT", "PUBLIC_URL", "TRUSTED_PROXIES", "10.0.0.0/99"])
      expect(errors).toContain(name);
  });

  test("a port that is in use is told in a sentence, exit code 1", async () => {
    const taken = await listeningSite();
    const client = await clientFolder();
    const { errors, exitCode } = await runProgram(PROGRAM, [client, "serve"], {
      ...(await environment()),
      PORT: new URL(taken.url).port,
    });
    expect(exitCode).toBe(1);
    expect(errors).toContain("is in use already");
    expect(errors).not.toContain(".ts:");
  });

  test("an address that is none is told with the variable, exit code 1", async () => {
    for (const HOST of ["no-such-host.invalid", "0.0.0.0:3000"]) {
      const { errors, exitCode } = await refusedServing({ HOST });
      expect(exitCode).toBe(1);
      expect(errors).toContain("HOST");
      expect(errors).not.toContain("unforeseen");
    }
  });

  test("a start that waits for PostgreSQL says so without its address, and a signal ends it", async () => {
    const child = startProgram(PROGRAM, [await clientFolder(), "serve"], {
      ...(await environment()),
      DATABASE_URL: "postgres://someone:hunter2@127.0.0.1:1/none",
    });
    const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    let output = "";
    while (!output.includes("store.waiting")) output += (await reader.read()).value ?? "";
    child.kill("SIGTERM");
    expect(await child.exited).toBe(1);
    const written = output + (await new Response(child.stderr).text());
    expect(written).toContain("The start was ended while it waited for PostgreSQL.");
    expect(written).not.toContain("hunter2");
  });

  long("an impossible data folder and a damaged database are told in a sentence", async () => {
    const folder = await testFolder();
    await Bun.write(join(folder, "file"), "");
    await Bun.write(join(folder, "damaged/lynxden.sqlite"), "no database at all ".repeat(1000));
    for (const [place, sentence] of [
      ["file", "DATA_DIR must name a folder"],
      ["file/below", "DATA_DIR must name a folder"],
      ["damaged", "lynxden restore FILE"],
    ] as const) {
      const { errors, exitCode } = await refusedServing({
        DATABASE_URL: "",
        DATA_DIR: join(folder, place),
      });
      expect(exitCode).toBe(1);
      expect(errors).toContain(sentence);
      expect(errors).toContain(join(folder, place));
      expect(errors).not.toContain(".ts:");
    }
  });
});

describe("other commands", () => {
  test("--version and --help", async () => {
    expect(await runWith(["--version"])).toEqual({
      output: `${VERSION}\n`,
      errors: "",
      exitCode: 0,
    });
    const help = await runWith(["--help"]);
    expect(help.exitCode).toBe(0);
    for (const command of [
      "serve",
      "migrate",
      "backup [FILE]",
      "restore FILE",
      "admin create EMAIL",
      "admin promote EMAIL",
      "audit verify",
      "doctor [--json]",
    ])
      expect(help.output).toContain(command);
    const { version } = (await Bun.file("package.json").json()) as { version: string };
    expect(VERSION).toBe(version);
  });

  long("whatever else is asked for is answered with how it is used, exit code 2", async () => {
    for (const argv of [
      [],
      ["dance"],
      ["--dance"],
      ["serve", "now"],
      ["backup", "a", "b"],
      ["restore", "a", "b"],
      ["admin"],
      ["admin", "promote"],
      ["admin", "promote", "a@example.test", "b@example.test"],
      ["admin", "demote", "a@example.test"],
      ["audit"],
      ["audit", "verify", "1:a", "2:b"],
      ["constructor"],
      ["doctor", "now"],
      ["doctor", "--jsn"],
      ["migrate", "--json"],
      ["--json"],
    ]) {
      const { errors, exitCode } = await runWith(argv);
      expect(exitCode).toBe(2);
      expect(errors).toContain("Usage: lynxden");
    }
  });

  test("migrate says what it did", async () => {
    const dataDir = await testFolder();
    const env = { DATA_DIR: dataDir, DATABASE_URL: "" };
    const [oldest] = EMBEDDED_MIGRATIONS.sqlite;
    if (oldest === undefined) throw new Error("There is no migration.");
    const migrations = { sqlite: [oldest], postgres: [] };
    await migrate({ databaseUrl: null, dataDir, log: silentLog, clock: systemClock, migrations });
    const first = await runWith(["migrate"], env);
    expect(first).toMatchObject({ exitCode: 0, output: expect.stringContaining("Applied") });
    const second = await runWith(["migrate"], env);
    expect(second).toMatchObject({ exitCode: 0, output: "The database is up to date.\n" });
  });

  long("a command in a wrong folder, or of an empty database, says where it looked", async () => {
    const dataDir = join(await testFolder(), "data");
    const { databaseUrl } = await emptyDatabase();
    const refusal = databaseUrl === null ? `There is no database in ${dataDir}.` : "holds no site";
    const commands = ["create", "verify", "promote", "reset-link"];
    const ofAdmins = commands.map((name) => ["admin", name, "ada@example.test"]);
    for (const argv of [["migrate"], ["admin", "list"], ...ofAdmins]) {
      const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? "" };
      const { errors, exitCode } = await runWith(argv, env);
      expect(exitCode).toBe(1);
      expect(errors).toContain(refusal);
      expect(existsSync(dataDir)).toBe(false);
    }
    if (databaseUrl === null) return;
    const sql = new SQL({ url: databaseUrl, max: 1 });
    const tables = await sql.unsafe("SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
    await sql.close();
    expect([...tables]).toEqual([]);
  });

  test("[ADMIN-20] admin create makes an Admin in a database that is there, and admin verify says whom there is not", async () => {
    const { dataDir, databaseUrl } = await testDatabase();
    const env = {
      ...(await environment()),
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl ?? "",
      PUBLIC_URL: "http://den.example",
    };
    const admin = (...argv: string[]) => runProgram(PROGRAM, ["/nowhere", "admin", ...argv], env);
    const made = await admin("create", "root@example.test");
    expect(made).toMatchObject({ errors: "", exitCode: 0 });
    expect(made.output).toMatch(/http:\/\/den\.example\/reset-password\?token=[\w-]{43}\n/);
    expect(await admin("verify", "nobody@example.test")).toEqual({
      output: "",
      errors: "There is no account with the address nobody@example.test.\n",
      exitCode: 1,
    });
  });

  long("audit verify follows the chain, and names its first broken line", async () => {
    const database = await testDatabase();
    const store = await openForTest(database);
    const { clock } = database;
    const { audit } = store.tables;
    const env = {
      ...(await environment()),
      DATA_DIR: database.dataDir,
      DATABASE_URL: database.databaseUrl ?? "",
    };
    const verify = (...given: string[]) =>
      runProgram(PROGRAM, ["/nowhere", "audit", "verify", ...given], env);
    expect(await verify()).toEqual({
      output: "The audit has no sealed lines yet.\n",
      errors: "",
      exitCode: 0,
    });
    await systemIn(store, clock).write(async (tx) => {
      for (const subject of ["a", "b", "c"])
        await tx.audit({
          actorId: null,
          action: "points.credited",
          subject,
        });
    });
    expect(await verify()).toMatchObject({
      output: expect.stringContaining("are not sealed yet"),
      exitCode: 0,
    });
    await sealAudit(asSite({ store, clock, log: database.log }), new AbortController().signal);
    const rows = await store.read.select().from(audit).orderBy(audit.position);
    const [, second, third] = rows;
    const whole = `The audit is whole: 3 lines, the last one is 3:${third?.hash}.\n`;
    expect(await verify()).toEqual({ output: whole, errors: "", exitCode: 0 });
    expect(await verify(`2:${second?.hash}`)).toEqual({ output: whole, errors: "", exitCode: 0 });
    expect(await verify(`2:${third?.hash}`)).toEqual({
      output: "",
      errors: "Line 2 of the audit is not the one that was sealed there.\n",
      exitCode: 1,
    });
    expect(await verify("2")).toMatchObject({
      errors: expect.stringContaining("POSITION:HASH"),
      exitCode: 1,
    });
    await store.write(async (tx) => {
      await tx.update(audit).set({ subject: "d" }).where(eq(audit.position, 2));
    });
    expect(await verify()).toEqual({
      output: "",
      errors: "Line 2 of the audit was changed after it was written.\n",
      exitCode: 1,
    });
  });

  test.skipIf(TEST_ENGINE === "postgres")("backup and restore go there and back", async () => {
    const env = await environment();
    const file = join(await testFolder(), "copy.sqlite");
    const run = (...argv: string[]) => runProgram(PROGRAM, ["/nowhere", ...argv], env);
    expect(await run("backup", file)).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining(file),
    });
    expect(await run("backup", file)).toMatchObject({
      exitCode: 1,
      errors: expect.stringContaining("exists already"),
    });
    expect(await run("backup", join(file, "below"))).toMatchObject({
      exitCode: 1,
      errors: expect.stringMatching(/^The database could not be copied to /),
    });
    expect(await run("restore", file)).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining("is kept as"),
    });
    expect(await run("restore", `${file}.gone`)).toMatchObject({
      exitCode: 1,
      errors: expect.stringContaining("There is no file"),
    });
  });
});
