import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { version } from "#package.json";
import { databaseFile } from "#server/store/data-folder.ts";
import { folderWithBinary, runBinary, serveBinary } from "#tests/support/binary.ts";
import { until } from "#tests/support/until.ts";

const BROWSER = { accept: "text/html", "accept-encoding": "br, gzip" };

test("in an empty folder the program serves the whole site", async () => {
  const folder = await folderWithBinary();
  const { url, program } = await serveBinary(folder);

  expect((await fetch(`${url}/healthz`)).status).toBe(200);

  const home = await fetch(url, { headers: BROWSER });
  expect(home.status).toBe(200);
  expect(home.headers.get("content-type")).toStartWith("text/html");
  expect(home.headers.get("content-security-policy")).toContain("script-src 'self'");
  const html = await home.text();
  expect(html).toContain('<script type="application/json" id="site">');

  const script = / data-main="(\/assets\/[^"]+\.js)"/.exec(html)?.[1];
  const asset = await fetch(`${url}${script}`, { headers: BROWSER });
  expect(asset.status).toBe(200);
  expect(asset.headers.get("content-encoding")).toBe("br");
  expect(asset.headers.get("cache-control")).toContain("immutable");
  const again = await fetch(`${url}${script}`, {
    headers: { ...BROWSER, "if-none-match": asset.headers.get("etag") ?? "" },
  });
  expect(again.status).toBe(304);

  const status = await fetch(`${url}/api/server/ark-se`);
  expect(await status.json()).toHaveLength(12);

  const nothing = await fetch(`${url}/no-such-page`, { headers: BROWSER });
  expect(nothing.status).toBe(404);
  expect(await nothing.text()).toContain('id="app"');

  program.kill("SIGTERM");
  expect(await program.exited).toBe(0);
});

test("its home page is HTML soon after the start, without a script being run, and a link to it has a picture", async () => {
  const { url } = await serveBinary(await folderWithBinary());
  let html = "";
  while (!html.includes("<h1")) html = await (await fetch(url, { headers: BROWSER })).text();
  expect(html).toContain("Play Now");

  const picture = /property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? "";
  const drawn = await fetch(`${url}${new URL(picture).pathname}`);
  expect(drawn.headers.get("content-type")).toBe("image/png");
  // Not the one without words, which stands in where none can be drawn.
  expect(drawn.headers.get("cache-control")).toContain("immutable");
});

test("its next start takes what it has read of the community's file as it was read", async () => {
  const folder = await folderWithBinary();
  const kept = join(folder, "data", "lynxden.file.reading");
  const serve = async () => {
    const { url, program } = await serveBinary(folder);
    const response = await fetch(url, { headers: BROWSER });
    expect(await response.text()).toContain("Lynxden");
    // Its pages are rendered: what was read has been written by then.
    await until(async () =>
      (await (await fetch(url, { headers: BROWSER })).text()).includes("<h1"),
    );
    program.kill("SIGTERM");
    expect(await program.exited).toBe(0);
    return (await stat(kept)).ino;
  };
  const first = await serve();
  // What is read anew is written anew, into another file.
  expect(await serve()).toBe(first);
  await rm(kept);
  await serve();
  await Bun.write(kept, "damaged");
  const { ino } = await stat(kept);
  expect(await serve()).not.toBe(ino);
});

test("it reads no settings but its own, and writes nothing outside its data folder", async () => {
  const folder = await folderWithBinary();
  await Bun.write(join(folder, ".env"), "PORT=1\nDATA_DIR=/nowhere");
  await Bun.write(join(folder, "bunfig.toml"), 'preload = ["./nowhere.ts"]');
  await Bun.write(join(folder, "package.json"), "not json");
  const before = await readdir(folder);
  const { url, program } = await serveBinary(folder, { DATA_DIR: "./elsewhere" });
  await fetch(url, { headers: BROWSER });
  program.kill("SIGTERM");
  await program.exited;
  expect((await readdir(folder)).toSorted()).toEqual([...before, "elsewhere"].toSorted());
  expect(await readdir(join(folder, "elsewhere"))).toContain("lynxden.sqlite");
});

test("it says its version", async () => {
  const { output, exitCode } = await runBinary(await folderWithBinary(), ["--version"]);
  expect(output.trim()).toBe(version);
  expect(exitCode).toBe(0);
});

test("a community.toml with three mistakes names all three, and nothing is served", async () => {
  const folder = await folderWithBinary();
  const example = await Bun.file("community.toml").text();
  await Bun.write(
    join(folder, "community.toml"),
    example
      .replace("America/Chicago", "America/Gotham")
      .replace('game = "eco"', 'game = "ecco"')
      .replace("port = 25565", "port = 255650"),
  );
  const { errors, exitCode } = await runBinary(folder, ["serve"], { PORT: "0" });
  expect(exitCode).toBe(1);
  for (const mistake of ["timezone", "game", "port"]) expect(errors).toContain(mistake);
  expect(await readdir(folder)).not.toContain("data");
});

test("a backup made while it serves brings the data back", async () => {
  const folder = await folderWithBinary();
  const remember = (key: string) => {
    const database = new Database(databaseFile(join(folder, "data")));
    // The program that serves from it may be writing.
    database.run("PRAGMA busy_timeout = 5000");
    database.run("INSERT INTO settings (key, value, updated_at) VALUES (?, '1', ?)", [
      key,
      Date.now(),
    ]);
    database.close();
  };
  const remembered = () => {
    const database = new Database(databaseFile(join(folder, "data")), { readonly: true });
    const rows = database.query("SELECT key FROM settings WHERE key LIKE 'test-%'").values();
    database.close();
    return rows.flat();
  };

  const { program } = await serveBinary(folder);
  remember("test-before");
  expect((await runBinary(folder, ["backup", "copy.sqlite"])).exitCode).toBe(0);
  remember("test-after");

  const refused = await runBinary(folder, ["restore", "copy.sqlite"]);
  expect(refused.exitCode).toBe(1);
  program.kill("SIGTERM");
  await program.exited;

  const restored = await runBinary(folder, ["restore", "copy.sqlite"]);
  expect(restored.errors).toBe("");
  expect(restored.exitCode).toBe(0);
  expect(remembered()).toEqual(["test-before"]);
  expect((await runBinary(folder, ["migrate"])).output).toContain("up to date");
});
