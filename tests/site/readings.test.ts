import { describe, expect, test } from "bun:test";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import exampleCommunity from "#community.toml" with { type: "text" };
import { hashOf, readingsIn } from "#server/config/community-file.ts";
import { type Config, loadConfig } from "#server/config/config.ts";
import { commandContext } from "#server/context/unit-of-work.ts";
import { notify } from "#server/modules/notifications/index.ts";
import { newestVersion, readVersion, startPublished } from "#server/modules/site/index.ts";
import { addVersion } from "#server/modules/site/versions.ts";
import type { Store } from "#server/store/store.ts";
import { movableClock } from "#tests/support/clock.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { silentLog, testFolder, testStore } from "#tests/support/store.ts";

const FROSTKEEP = await Bun.file(join(import.meta.dir, "../communities/frostkeep.toml")).text();

type Place = { folder: string; build?: string; file?: string };

const configIn = ({ folder, build = "one", file = "community.toml" }: Place): Promise<Config> =>
  loadConfig({ COMMUNITY_FILE: join(folder, file), DATA_DIR: folder }, (dataDir) =>
    readingsIn(build, dataDir),
  );

const folderWith = async (text: string): Promise<string> => {
  const folder = await testFolder();
  await Bun.write(join(folder, "community.toml"), text);
  return folder;
};

/** Says in what is kept that the community has another name, so that it shows where that is used. */
const rename = async (kept: string, name: string): Promise<void> => {
  const text = await Bun.file(kept).text();
  expect(text).toContain('"brand":{"name":"');
  await Bun.write(kept, text.replaceAll(/"brand":\{"name":"[^"]*"/g, `"brand":{"name":"${name}"`));
};

const nameOf = ({ community }: Pick<Config, "community">) => community.brand.name;

describe("the owner's file", () => {
  test.each([
    ["the example", exampleCommunity],
    ["another community", FROSTKEEP],
  ])("says the same where it was read before: %s", async (_name, text) => {
    const folder = await folderWith(text);
    const first = await configIn({ folder });
    await first.readings.write();
    const { readings: _own, ...second } = await configIn({ folder });
    const { readings: _others, ...anew } = await loadConfig({
      COMMUNITY_FILE: join(folder, "community.toml"),
      DATA_DIR: folder,
    });
    expect(second).toEqual(anew);
  });

  test("is taken as it was read by the same build, whatever it is called now", async () => {
    const folder = await folderWith(exampleCommunity);
    await (await configIn({ folder })).readings.write();
    const kept = join(folder, "lynxden.file.json");
    expect((await stat(kept)).mode & 0o077).toBe(0);
    await rename(kept, "Kept Den");
    expect(nameOf(await configIn({ folder }))).toBe("Kept Den");
    await Bun.write(join(folder, "den.toml"), exampleCommunity);
    const renamed = await configIn({ folder, file: "den.toml" });
    expect([nameOf(renamed), renamed.communityFile.source]).toEqual(["Kept Den", "den.toml"]);
  });

  test("is read anew by another build, where it was changed, and where what is kept is damaged", async () => {
    const folder = await folderWith(exampleCommunity);
    await (await configIn({ folder })).readings.write();
    const kept = join(folder, "lynxden.file.json");
    await rename(kept, "Kept Den");
    expect(nameOf(await configIn({ folder, build: "two" }))).toBe("Lynxden");
    const file = join(folder, "community.toml");
    await Bun.write(file, exampleCommunity.replace('name = "Lynxden"', 'name = "Den Two"'));
    const changed = await configIn({ folder });
    expect(nameOf(changed)).toBe("Den Two");
    await changed.readings.write();
    await rename(kept, "Kept Den");
    expect(nameOf(await configIn({ folder }))).toBe("Kept Den");
    await Bun.write(kept, (await Bun.file(kept).text()).slice(0, -1000));
    expect(nameOf(await configIn({ folder }))).toBe("Den Two");
  });

  test("what cannot be read is not kept, and is complained of at each start", async () => {
    const folder = await folderWith(exampleCommunity.replace('name = "Lynxden"', "name = 7"));
    const first = await rejectionOf(configIn({ folder }));
    const second = await rejectionOf(configIn({ folder }));
    expect(second).toEqual(first);
    expect(String(first)).toContain("brand.name");
  });

  test("without a data folder, as beside PostgreSQL, nothing is kept, and nothing is wrong with that", async () => {
    const folder = join(await testFolder(), "missing");
    const { readings } = await loadConfig({ DATA_DIR: folder }, (dataDir) =>
      readingsIn("one", dataDir),
    );
    await readings.write();
    expect(await rejectionOf(stat(folder))).toMatchObject({ code: "ENOENT" });
  });
});

const startIn = async (folder: string, store: Store) => {
  const config = await configIn({ folder });
  const ctx = commandContext(
    { store, config, log: silentLog, clock: movableClock(), notify },
    "test",
  );
  return { ctx, config, published: await startPublished(ctx) };
};

test("what was published in the browser is taken as it was read before, until something else is", async () => {
  const store = await testStore();
  const folder = await folderWith(exampleCommunity);
  const { ctx } = await startIn(folder, store);
  const publish = async (name: string) => {
    const document = await readVersion(ctx.read, await newestVersion(ctx.read));
    const edited = { ...document, brand: { ...(document?.brand as object), name } } as NonNullable<
      typeof document
    >;
    const origin = { hash: hashOf(edited), note: "", source: "browser", createdBy: null } as const;
    await ctx.write((tx) => addVersion(tx, { document: edited, sections: ["brand"], ...origin }));
  };
  await publish("Den Two");
  const { config, published } = await startIn(folder, store);
  expect(nameOf(published)).toBe("Den Two");
  await config.readings.write();
  const again = await startIn(folder, store);
  expect(again.published).toEqual(published);
  await rename(join(folder, "lynxden.published.json"), "Kept Den");
  expect(nameOf((await startIn(folder, store)).published)).toBe("Kept Den");
  // The file has been read as well, and not taken.
  expect(nameOf((await startIn(folder, store)).config)).toBe("Lynxden");
  await publish("Den Three");
  expect(nameOf((await startIn(folder, store)).published)).toBe("Den Three");
});
