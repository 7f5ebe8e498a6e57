// Writes through PgBouncer to the tests' PostgreSQL, a hundred times and ten at a time, with an
// event each: bun scripts/with-postgres.ts bun tests/soak/processes/pooler.ts session. Prints how many writes
// succeeded and how many events arrived.

import { chown, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findPgBouncer } from "#scripts/find-pgbouncer.ts";
import { freePort } from "#scripts/free-port.ts";
import { systemClock } from "#server/core/clock.ts";
import { migrate } from "#server/store/migrate.ts";
import { openStore } from "#server/store/open.ts";
import { unprivilegedUser } from "#tests/support/postgres.ts";
import { connectAsAdmin, removeDatabase, urlOf } from "#tests/support/test-databases.ts";

const WRITES = 100;
const AT_A_TIME = 10;
const START_LOOKS = 100;
const LOOK_MS = 100;
/** After this long no more events are expected. */
const EVENTS_MS = 5000;

const mode = process.argv[2] ?? "session";
const found = await findPgBouncer();
if (found === null) {
  console.error("There is no PgBouncer here, and no package of it.");
  process.exit(1);
}
const folder = await mkdtemp(join(tmpdir(), "lynxden-pooler-"));
const name = `lynxden_pooler_${crypto.randomUUID().replaceAll("-", "")}`;
const nothing = () => {};
const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
const admin = connectAsAdmin();
const direct = new URL(urlOf(name));
await admin.unsafe(`CREATE DATABASE "${name}" TEMPLATE "template0"`);
await migrate({ databaseUrl: direct.href, dataDir: folder, log, clock: systemClock });

const port = await freePort();
const settings = join(folder, "pgbouncer.ini");
await Bun.write(
  settings,
  `[databases]
${name} = host=${direct.hostname} port=${direct.port} user=${direct.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 20
max_client_conn = 100
ignore_startup_parameters = extra_float_digits,search_path,statement_timeout,lock_timeout,idle_in_transaction_session_timeout
`,
);
// It refuses to run as root, as PostgreSQL does.
const user = await unprivilegedUser();
if (user !== null) await chown(folder, user.uid, user.gid);
const pooler = Bun.spawn([found.program, settings], {
  cwd: folder,
  env: { ...process.env, ...found.environment },
  stdio: ["ignore", "ignore", Bun.file(join(folder, "pgbouncer.log"))],
  ...user,
});

const open = async () => {
  const through = new URL(direct);
  through.port = String(port);
  let why: unknown;
  for (let look = 0; look < START_LOOKS && pooler.exitCode === null; look += 1) {
    try {
      return await openStore({
        databaseUrl: through.href,
        dataDir: folder,
        log,
        clock: systemClock,
      });
    } catch (error) {
      why = error;
      await Bun.sleep(LOOK_MS);
    }
  }
  throw why ?? new Error(await Bun.file(join(folder, "pgbouncer.log")).text());
};

let succeeded = 0;
let events = 0;
let firstError = "";
try {
  const store = await open();
  const haveAllCome = Promise.withResolvers<void>();
  await store.subscribe(
    () => {
      events += 1;
      if (events === WRITES) haveAllCome.resolve();
    },
    () => {},
  );
  const { limits } = store.tables;
  const write = (index: number) =>
    store.write(async (tx) => {
      await tx.insert(limits).values({
        key: `pooler ${index}`,
        count: 1,
        windowEndsAt: new Date(systemClock.now().getTime() + 60_000),
      });
      tx.publish({ type: "servers.changed", keys: [String(index)] });
    });
  for (let first = 0; first < WRITES; first += AT_A_TIME) {
    const results = await Promise.allSettled(
      Array.from({ length: AT_A_TIME }, (_, index) => write(first + index)),
    );
    for (const result of results) {
      if (result.status === "fulfilled") succeeded += 1;
      else if (firstError === "") firstError = String(result.reason);
    }
  }
  await Promise.race([haveAllCome.promise, Bun.sleep(EVENTS_MS)]);
} catch (error) {
  firstError = String(error);
} finally {
  pooler.kill("SIGKILL");
  await pooler.exited;
  await removeDatabase(name);
  await admin.close();
  await rm(folder, { recursive: true, force: true });
}
console.log(JSON.stringify({ mode, writes: WRITES, succeeded, events, firstError }));
// Other connections of the tests' own would keep the process.
process.exit(0);
