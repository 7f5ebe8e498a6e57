import { expect, test } from "bun:test";
import { chmod, chown, readdir } from "node:fs/promises";
import { join } from "node:path";
import { databaseFile } from "#server/store/data-folder.ts";
import { CALLS } from "#shared/proof-messages.ts";
import { folderWithBinary, serveBinary } from "#tests/support/binary.ts";
import { unprivilegedUser } from "#tests/support/postgres.ts";
import { until } from "#tests/support/until.ts";

const login = (url: string) =>
  fetch(`${url}/api/Auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "nobody@example.test", password: "Lynx!2026demo" }),
  });

const stateOf = async (url: string) =>
  ((await (await fetch(`${url}/readyz`)).json()) as { status: string }).status;

test("over a file that cannot be written the site shows what it has, and resumes by itself once it can", async () => {
  const folder = await folderWithBinary();
  // Rights of files mean nothing to root.
  const user = await unprivilegedUser();
  if (user !== null) await chown(folder, user.uid, user.gid);
  const first = await serveBinary(folder, {}, user);
  expect((await login(first.url)).status).toBe(401);
  first.program.kill("SIGTERM");
  await first.program.exited;
  const file = databaseFile(join(folder, "data"));
  await chmod(file, 0o400);

  const { url } = await serveBinary(folder, {}, user);
  const refused = await login(url);
  expect([refused.status, await refused.text()]).toEqual([503, CALLS.cannotSave]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await stateOf(url)).toBe("read_only");
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect((await fetch(url, { headers: { accept: "text/html" } })).status).toBe(200);
  expect((await fetch(`${url}/api/server/eco`)).status).toBe(200);

  await chmod(file, 0o600);
  await until(async () => (await stateOf(url)) === "ok");
  expect((await login(url)).status).toBe(401);
  expect(await readdir(join(folder, "data"))).toContain("lynxden.sqlite-wal");
});
