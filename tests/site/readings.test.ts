import { describe, expect, test } from "bun:test";
import { mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import exampleCommunity from "#community.toml" with { type: "text" };
import { hashOf, readingsIn } from "#server/config/community-file.ts";
import { loadConfig } from "#server/config/config.ts";
import { commandContext } from "#server/context/unit-of-work.ts";
import { notify } from "#server/modules/notifications/index.ts";
import { newestVersion, readVersion, startPublished } from "#server/modules/site/index.ts";
import { addVersion } from "#server/modules/site/versions.ts";
import type { Store } from "#server/store/store.ts";
import { movableClock } from "#tests/support/clock.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { silentLog, testFolder, testStore } from "#tests/support/store.ts";

const FROSTKEEP = await Bun.file(join(import.meta.dir, "../communities/frostkeep.toml")).text();

type Place = { folder: string; sources?: string; file?: string };

/** A program that starts there, with the names of what it has read anew. */
const programIn = async ({ folder, sources = "one", file = "community.toml" }: Place) => {
  const read: string[] = [];
  const environment = { COMMUNITY_FILE: join(folder, file), DATA_DIR: folder };
  const config = await loadConfig(environment, (dataDir) => {
    const readings = readingsIn(sources, dataDir);
    return {
      ...readings,
      note: (name, text, made) => {
        read.push(name);
        readings.note(name, text, made);
      },
    };
  });
  return { config, read };
};

const folderWith = async (text: string): Promise<string> => {
  const folder = await testFolder();
  await Bun.write(join(folder, "community.toml"), text);
  return folder;
};

/** A folder in which a program has kept what it has read of this file. */
const folderOf = async (text: string): Promise<string> => {
  const folder = await folderWith(text);
  const { config, read } = await programIn({ folder });
  expect(read).toEqual(["file"]);
  await config.readings.write();
  return folder;
};

const keptFile = (folder: string) => join(folder, "lynxden.file.reading");

describe("the owner's file", () => {
  test.each([
    ["the example", exampleCommunity],
    ["another community", FROSTKEEP],
    ["links that are empty", exampleCommunity.replace(/^discord = .*$/m, 'discord = ""')],
    ["a file of the first format", exampleCommunity.replace(/^format = .*$/m, "")],
  ])("says the same where it was read before: %s", async (_name, text) => {
    const folder = await folderOf(text);
    const { config, read } = await programIn({ folder });
    expect(read).toEqual([]);
    const anew = await loadConfig({
      COMMUNITY_FILE: join(folder, "community.toml"),
      DATA_DIR: folder,
    });
    expect({ ...config, readings: null }).toEqual({ ...anew, readings: null } as never);
  });

  test("may be called something else at the next start", async () => {
    const folder = await folderOf(exampleCommunity);
    await Bun.write(join(folder, "den.toml"), exampleCommunity);
    const { config, read } = await programIn({ folder, file: "den.toml" });
    expect([read, config.communityFile.source]).toEqual([[], "den.toml"]);
  });

  test("is read anew by another program, and where it was changed", async () => {
    const folder = await folderOf(exampleCommunity);
    expect((await programIn({ folder, sources: "two" })).read).toEqual(["file"]);
    const text = exampleCommunity.replace('name = "Lynxden"', 'name = "Den Two"');
    await Bun.write(join(folder, "community.toml"), text);
    const { config, read } = await programIn({ folder });
    expect([read, config.community.brand.name]).toEqual([["file"], "Den Two"]);
    await config.readings.write();
    expect((await programIn({ folder })).read).toEqual([]);
  });

  test.each([
    ["cut", (text: string) => text.slice(0, -1000)],
    ["changed", (text: string) => text.replaceAll('"Lynxden"', '"Another"')],
    ["replaced", (text: string) => `${text.split("\n")[0]}\nnull`],
    ["empty", () => ""],
  ])("is read anew where what was kept is %s", async (_how, damage) => {
    const folder = await folderOf(exampleCommunity);
    const text = await Bun.file(keptFile(folder)).text();
    await Bun.write(keptFile(folder), damage(text));
    const { config, read } = await programIn({ folder });
    expect([read, config.community.brand.name]).toEqual([["file"], "Lynxden"]);
  });

  test("is kept for the program's own user, and nothing else is left", async () => {
    const folder = await folderOf(exampleCommunity);
    expect((await stat(keptFile(folder))).mode & 0o077).toBe(0);
    const files = await readdir(folder);
    expect(files.toSorted()).toEqual(["community.toml", "lynxden.file.reading"]);
  });

  test("that cannot be kept is told of, and nothing of it stays", async () => {
    const folder = await folderWith(exampleCommunity);
    await mkdir(join(keptFile(folder), "inside"), { recursive: true });
    const { config, read } = await programIn({ folder });
    expect(read).toEqual(["file"]);
    expect(await rejectionOf(config.readings.write())).toMatchObject({ syscall: "rename" });
    const files = await readdir(folder);
    expect(files.toSorted()).toEqual(["community.toml", "lynxden.file.reading"]);
  });

  test("that is wrong is complained of at each start", async () => {
    const folder = await folderWith(exampleCommunity.replace('name = "Lynxden"', "name = 7"));
    const first = await rejectionOf(programIn({ folder }));
    const second = await rejectionOf(programIn({ folder }));
    expect(second).toEqual(first);
    expect(String(first)).toContain("brand.name");
  });

  test("is not kept without a data folder, as beside PostgreSQL, and nothing is wrong with that", async () => {
    const folder = join(await testFolder(), "missing");
    const { readings } = await loadConfig({ DATA_DIR: folder }, (dataDir) =>
      readingsIn("one", dataDir),
    );
    await readings.write();
    expect(await rejectionOf(stat(folder))).toMatchObject({ code: "ENOENT" });
  });
});

const startIn = async (folder: string, store: Store) => {
  const { config, read } = await programIn({ folder });
  const ctx = commandContext(
    { store, config, log: silentLog, clock: movableClock(), notify },
    "test",
  );
  const { community } = await startPublished(ctx);
  return { ctx, config, read, name: community.brand.name };
};

test("what was published in the browser is taken as it was read before, until something else is", async () => {
  const store = await testStore();
  const folder = await folderWith(exampleCommunity);
  const { ctx } = await startIn(folder, store);
  const publish = async (name: string) => {
    const document = await readVersion(ctx.read, await newestVersion(ctx.read));
    if (document === null) throw new Error("Nothing is published.");
    const edited = { ...document, brand: { ...(document.brand as object), name } };
    const origin = { hash: hashOf(edited), note: "", source: "browser", createdBy: null } as const;
    await ctx.write((tx) => addVersion(tx, { document: edited, sections: ["brand"], ...origin }));
  };
  await publish("Den Two");
  const first = await startIn(folder, store);
  expect(first).toMatchObject({ name: "Den Two", read: ["file", "published"] });
  await first.config.readings.write();
  const second = await startIn(folder, store);
  expect(second).toMatchObject({ name: "Den Two", read: [] });
  await publish("Den Three");
  const third = await startIn(folder, store);
  expect(third).toMatchObject({ name: "Den Three", read: ["published"] });
  // What a document means also depends on the machine's part of the file.
  await third.config.readings.write();
  const moved = exampleCommunity.replace("America/Chicago", "Europe/Berlin");
  await Bun.write(join(folder, "community.toml"), moved);
  expect((await startIn(folder, store)).read).toEqual(["file", "published"]);
});
