// bun scripts/with-postgres.ts COMMAND...: runs a command with TEST_ENGINE=postgres and a server of
// its own in TEST_DATABASE_URL. Example: bun scripts/with-postgres.ts bun test tests/store

import { startPostgres } from "#tests/support/postgres.ts";

const words = process.argv.slice(2).filter((word, index) => index > 0 || word !== "--");
// `bun` need not be on the PATH: this program may have been started through npx.
const command = words.map((word, index) =>
  index === 0 && word === "bun" ? process.execPath : word,
);
if (command.length === 0) {
  console.error("Usage: bun scripts/with-postgres.ts COMMAND...");
  process.exit(2);
}
const given = process.env["TEST_DATABASE_URL"];
const server = given === undefined ? await startPostgres() : null;
const url = given ?? server?.url;
if (url === undefined) {
  console.error("There is no PostgreSQL here: install it, or set TEST_DATABASE_URL.");
  process.exit(1);
}
const child = Bun.spawn(command, {
  stdio: ["inherit", "inherit", "inherit"],
  env: { ...process.env, TEST_ENGINE: "postgres", TEST_DATABASE_URL: url },
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
const code = await child.exited;
await server?.stop();
process.exit(code);
