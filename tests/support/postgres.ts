import { existsSync, rmSync } from "node:fs";
import { chown, mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { SQL } from "bun";
import { freePort } from "#scripts/free-port.ts";

const START_WAIT_MS = 60_000;
const PORT_TRIES = 5;
const CONNECTIONS = 300;

export type ThrowAwayPostgres = {
  /** Of an administrator, who may create databases. */
  url: string;
  stop(): Promise<void>;
};

/** Places where packages put PostgreSQL without putting it on the PATH. */
const PACKAGE_FOLDERS = ["/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt", "/usr"];

const versionOf = (folder: string) => Number(/\d+(?=[^\d]*$)/.exec(folder)?.[0] ?? 0);

/**
 * The folder with the newest installed `initdb` and `postgres`, or null where there is none.
 */
const findPostgresBinaries = async (): Promise<string | null> => {
  const onPath = Bun.which("initdb");
  const candidates = onPath === null ? [] : [dirname(onPath)];
  for (const folder of PACKAGE_FOLDERS) {
    const entries = await readdir(folder).catch((): string[] => []);
    const versions = entries.filter((entry) => /^(\d+|(postgresql@|pgsql-)\d+)$/.test(entry));
    for (const entry of versions.toSorted((a, b) => versionOf(b) - versionOf(a)))
      candidates.push(join(folder, entry, "bin"));
  }
  return (
    candidates.find(
      (folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")),
    ) ?? null
  );
};

/** PostgreSQL refuses to run as root: whom it runs as then. */
export const unprivilegedUser = async () => {
  if (process.getuid?.() !== 0) return null;
  const users = (await readFile("/etc/passwd", "utf8")).split("\n").map((row) => row.split(":"));
  const found =
    users.find(([name]) => name === "postgres") ?? users.find(([name]) => name === "nobody");
  if (found === undefined)
    throw new Error("Root needs a user postgres or nobody to run PostgreSQL.");
  return { uid: Number(found[2]), gid: Number(found[3]) };
};

type User = Awaited<ReturnType<typeof unprivilegedUser>>;

const initdb = async (binaries: string, folder: string, user: User) => {
  const base = ["-D", join(folder, "data"), "-U", "postgres", "-A", "trust", "-E", "UTF8", "-N"];
  // A locale that does not order by code point, so that a column without COLLATE "C" shows.
  const locales = [
    ["--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=en-US"],
    ["--locale=C.UTF-8"],
    ["--locale=C"],
  ];
  for (const locale of locales) {
    const made = Bun.spawn([join(binaries, "initdb"), ...base, ...locale], {
      cwd: folder,
      stdout: "ignore",
      stderr: "ignore",
      ...user,
    });
    if ((await made.exited) === 0) return;
    await rm(join(folder, "data"), { recursive: true, force: true });
  }
  throw new Error("initdb failed.");
};

const isReady = async (url: string) => {
  const sql = new SQL({ url, max: 1, connectionTimeout: 1 });
  try {
    await sql.unsafe("SELECT 1");
    return true;
  } catch {
    return false;
  } finally {
    await sql.close();
  }
};

const serve = async (binaries: string, folder: string, user: User) => {
  const port = await freePort();
  const settings = {
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: "",
    max_connections: CONNECTIONS,
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    // Plans must not hang on when statistics were made last.
    autovacuum: "off",
  };
  const log = Bun.file(join(folder, "server.log"));
  const server = Bun.spawn(
    [
      join(binaries, "postgres"),
      "-D",
      join(folder, "data"),
      ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ],
    { cwd: folder, stdout: log, stderr: log, ...user },
  );
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const deadlineMs = Date.now() + START_WAIT_MS;
  while (server.exitCode === null && Date.now() < deadlineMs) {
    if (await isReady(url)) return { url, server };
    await Bun.sleep(50);
  }
  server.kill("SIGKILL");
  await server.exited;
  return null;
};

/**
 * Starts a PostgreSQL server of its own on 127.0.0.1, for as long as the tests need it. It forgets
 * everything: no fsync, no password, a temporary folder.
 * @returns null where PostgreSQL is not installed.
 * @throws when it is installed and does not start.
 */
export const startPostgres = async (): Promise<ThrowAwayPostgres | null> => {
  const binaries = await findPostgresBinaries();
  if (binaries === null) return null;
  const user = await unprivilegedUser();
  const folder = await mkdtemp(join(tmpdir(), "lynxden-postgres-"));
  if (user !== null) await chown(folder, user.uid, user.gid);
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  try {
    await initdb(binaries, folder, user);
    // Between asking for a free port and using it, somebody else may have taken it.
    for (let tries = 0; tries < PORT_TRIES; tries += 1) {
      const started = await serve(binaries, folder, user);
      if (started === null) continue;
      const { url, server } = started;
      const endWithUs = () => {
        server.kill("SIGQUIT");
        rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
      };
      process.once("exit", endWithUs);
      return {
        url,
        async stop() {
          process.off("exit", endWithUs);
          server.kill("SIGQUIT");
          await server.exited;
          await removeFolder();
        },
      };
    }
    throw new Error(
      `PostgreSQL does not start:\n${await readFile(join(folder, "server.log"), "utf8")}`,
    );
  } catch (error) {
    await removeFolder();
    throw error;
  }
};
