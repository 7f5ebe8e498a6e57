// Imports a file of so many members with `members import`, twice, and exports them again. Prints how long it
// took and what the command said: bun tests/soak/processes/import.ts 12000 sqlite, or
// bun scripts/with-postgres.ts bun tests/soak/processes/import.ts 12000 postgres

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "#scripts/client/places.ts";
import { systemClock } from "#server/core/clock.ts";
import { migrate } from "#server/store/migrate.ts";
import { connectAsAdmin, removeDatabase, urlOf } from "#tests/support/test-databases.ts";

const lines = Number(process.argv[2] ?? 12_000);
const isOnPostgres = process.argv[3] === "postgres";
const folder = await mkdtemp(join(tmpdir(), "lynxden-import-"));
const name = `lynxden_import_${crypto.randomUUID().replaceAll("-", "")}`;
const nothing = () => {};
const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };

const digits = (number: number, length: number) => String(number).padStart(length, "0");
/** A member with an address, all four accounts and points, as another site would export them. */
const lineOf = (index: number) =>
  [
    `member${index}@example.test`,
    `First${index}`,
    `Last${index}`,
    `28035111022${digits(index, 7)}`,
    `765611980${digits(index, 8)}`,
    `11111111-1111-4111-8111-${digits(index, 12)}`,
    digits(index, 32),
    String(index % 5000),
    "",
    "",
    "2021-03-04T05:06:07Z",
  ].join(",");
const HEADER =
  "email,first_name,last_name,discord_id,steam_id,minecraft_uuid,epic_id,points,tier,tier_until,created_at";

const admin = isOnPostgres ? connectAsAdmin() : null;
await admin?.unsafe(`CREATE DATABASE "${name}" TEMPLATE "template0"`);
const databaseUrl = isOnPostgres ? urlOf(name) : null;
const file = join(folder, "members.csv");

const importOnce = async () => {
  const startedMs = performance.now();
  const command = Bun.spawn(
    [process.execPath, join(ROOT, "src/server/main.ts"), "members", "import", file],
    {
      cwd: folder,
      env: {
        ...process.env,
        DATA_DIR: folder,
        ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
      },
      stdio: ["ignore", "pipe", "ignore"],
    },
  );
  const [said, code] = await Promise.all([new Response(command.stdout).text(), command.exited]);
  const seconds = Math.round((performance.now() - startedMs) / 100) / 10;
  return { said: said.trim(), code, seconds };
};

try {
  await migrate({ databaseUrl, dataDir: folder, log, clock: systemClock });
  const rows = Array.from({ length: lines }, (_, index) => lineOf(index + 1));
  await Bun.write(file, `${[HEADER, ...rows].join("\n")}\n`);
  const first = await importOnce();
  const second = await importOnce();
  console.log(
    JSON.stringify({ engine: isOnPostgres ? "postgres" : "sqlite", lines, first, second }),
  );
} finally {
  if (admin !== null) {
    await removeDatabase(name);
    await admin.close();
  }
  await rm(folder, { recursive: true, force: true });
}
// Other connections of the tests' own would keep the process.
process.exit(0);
