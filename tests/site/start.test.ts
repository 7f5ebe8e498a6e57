import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { asc, eq } from "drizzle-orm";
import exampleCommunity from "#community.toml" with { type: "text" };
import { encodePng } from "#sandbox/identity/avatar.ts";
import { hashOf } from "#server/config/community-file.ts";
import { loadConfig } from "#server/config/config.ts";
import { FORMAT } from "#server/config/file-format.ts";
import { readCommunityFile } from "#server/config/read-community.ts";
import { toToml } from "#server/config/to-toml.ts";
import { commandContext } from "#server/context/unit-of-work.ts";
import { notify } from "#server/modules/notifications/index.ts";
import { findMedia, importFile, newestVersion, readVersion } from "#server/modules/site/index.ts";
import { insertMedia } from "#server/modules/site/media.ts";
import { startPublished } from "#server/modules/site/publish.ts";
import { addVersion } from "#server/modules/site/versions.ts";
import { sitePicture } from "#server/providers/pictures/pictures.ts";
import type { Store } from "#server/store/store.ts";
import type { VersionSource } from "#shared/constants/site.ts";
import { mediaAddress } from "#shared/rules/community.ts";
import { SITE_VERSIONS } from "#shared/site-publishing-messages.ts";
import { addUser } from "#tests/support/accounts.ts";
import { movableClock } from "#tests/support/clock.ts";
import { long } from "#tests/support/long.ts";
import { runProgram } from "#tests/support/processes.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { PROGRAM } from "#tests/support/serving.ts";
import {
  openForTest,
  silentLog,
  testDatabase,
  testFolder,
  testStore,
} from "#tests/support/store.ts";
import { addTicket } from "#tests/support/tickets.ts";

const FROSTKEEP = await Bun.file(join(import.meta.dir, "../communities/frostkeep.toml")).text();

const fileWith = (edit: (text: string) => string = (text) => text) => edit(exampleCommunity);
const named = (name: string) => (text: string) =>
  text.replace('name = "Lynxden"', `name = "${name}"`);

/** A program that starts with this file. @param folder its data folder, a new one otherwise. */
const programWith = async (store: Store, text: string, folder?: string) => {
  const DATA_DIR = folder ?? (await testFolder());
  const COMMUNITY_FILE = join(DATA_DIR, "community.toml");
  await Bun.write(COMMUNITY_FILE, text);
  const config = await loadConfig({ COMMUNITY_FILE, DATA_DIR });
  const warnings: unknown[] = [];
  const log = {
    ...silentLog,
    warn: (_event: string, fields?: Record<string, unknown>) =>
      void warnings.push(fields?.["message"]),
  };
  const ctx = commandContext({ store, config, log, clock: movableClock(), notify }, "test");
  const { community, siteVersion } = await startPublished(ctx);
  return { ctx, config, warnings, name: community.brand.name, version: siteVersion };
};
type Program = Awaited<ReturnType<typeof programWith>>;

/** As an Admin would in the browser. */
const publishName = async ({ ctx }: Program, name: string) => {
  const document = await readVersion(ctx.read, await newestVersion(ctx.read));
  if (document === null) throw new Error("Nothing is published.");
  const edited = { ...document, brand: { ...(document.brand as object), name } };
  const origin = { hash: hashOf(edited), note: "", source: "browser", createdBy: null } as const;
  await ctx.write((tx) => addVersion(tx, { document: edited, sections: ["brand"], ...origin }));
};

const sourcesIn = async ({ read, tables: { siteVersions: t } }: Store): Promise<VersionSource[]> =>
  (await read.select({ source: t.source }).from(t).orderBy(asc(t.id))).map(({ source }) => source);

/** A category of this key that not all of the team see. */
const restricted = (key: string) =>
  fileWith((text) => text.replace('key = "Bug"', `key = "${key}", visible_to = "roles"`));

test("[DESK-02] no file removes a category that hides its tickets, neither at a start nor by a command", async () => {
  const store = await testStore();
  await programWith(store, restricted("Bug"));
  const clock = movableClock();
  const id = await addUser(store, clock);
  await addTicket({ store, clock }, { people: [id] });
  const said = SITE_VERSIONS.restrictedCategory("Bug");
  const without = restricted("Else");
  const folder = await testFolder();
  const program = await programWith(store, without, folder);
  expect(program.warnings).toEqual([SITE_VERSIONS.fileNotTaken(said)]);
  expect(program.version).toBe(1);
  const { communityFile } = program.config;
  const file = { ...communityFile, source: "community.toml", pictures: [] };
  expect(await rejectionOf(importFile(program.ctx, file))).toMatchObject({ message: said });
  await store.write(async (tx) => {
    await tx.delete(store.tables.ticketPeople);
    await tx.delete(store.tables.tickets);
  });
  // What was refused is tried again at the next start, though the file is as it was.
  expect(await programWith(store, without, folder)).toMatchObject({ version: 2, warnings: [] });
});

test("[TICK-08] tickets go with the short names of their games", async () => {
  const store = await testStore();
  const program = await programWith(store, fileWith());
  const clock = movableClock();
  const id = await addUser(store, clock);
  await addTicket({ store, clock }, { people: [id] });
  const second = await addTicket({ store, clock }, { people: [id] });
  const { tickets: t } = store.tables;
  await store.write((tx) => tx.update(t).set({ game: "Eco" }).where(eq(t.id, second)));
  const gamesNow = async () =>
    (await store.read.select({ game: t.game }).from(t).orderBy(asc(t.id))).map(({ game }) => game);
  const { document } = program.config.communityFile;
  const games = document.games as readonly { key: string; name: string }[];
  const publish = (names: Readonly<Record<string, string>>) => {
    const renamed = games.map((game) =>
      Object.assign({}, game, { name: names[game.key] ?? game.name }),
    );
    const origin = { hash: "h", note: "", source: "browser", createdBy: null } as const;
    return store.write((tx) =>
      addVersion(
        { ...tx, clock, config: program.config },
        { document: { ...document, games: renamed }, sections: ["games"], ...origin },
      ),
    );
  };
  await publish({ "ark-se": "ARK Evolved" });
  expect(await gamesNow()).toEqual(["ARK Evolved", "Eco"]);
  await publish({ "ark-se": "Eco", eco: "ARK Evolved" });
  expect(await gamesNow()).toEqual(["Eco", "ARK Evolved"]);
  // Of two games of one name nothing says whose tickets they are.
  await publish({ "ark-se": "Both", eco: "Both" });
  await publish({});
  expect(await gamesNow()).toEqual(["Both", "Both"]);
});

const equal = (text: string) => text.replace('name = "Eco"', 'name = "Ark:SE"');

test("[TICK-08] a changed file with two games of one short name is not taken; the first one is, as earlier programs did", async () => {
  const store = await testStore();
  expect(await programWith(store, fileWith(equal))).toMatchObject({ version: 1, warnings: [] });
  const changed = await programWith(
    store,
    fileWith((text) => named("Den Two")(equal(text))),
  );
  expect(changed).toMatchObject({ version: 1, name: "Lynxden" });
  expect(changed.warnings).toEqual([
    expect.stringContaining(`games[2].name: ${SITE_VERSIONS.equalGames("Ark:SE")}`),
  ]);
});

describe("[SITE-05] at its start the site shows", () => {
  test("what the file says, which becomes the first version", async () => {
    const store = await testStore();
    const first = await programWith(store, fileWith());
    expect(first).toMatchObject({ version: 1, name: "Lynxden", warnings: [] });
    const again = await programWith(store, fileWith());
    expect(again).toMatchObject({ version: 1, warnings: [] });
    expect(await sourcesIn(store)).toEqual(["file"]);
  });

  test("what the file says where it was changed, and nothing else was published since", async () => {
    const store = await testStore();
    await programWith(store, fileWith());
    // Neither a comment nor what is the machine's makes another document.
    const tidied = fileWith(
      (text) => `# Mine\n${text.replace("America/Chicago", "Europe/Berlin")}`,
    );
    expect(await programWith(store, tidied)).toMatchObject({ version: 1 });
    expect(await programWith(store, fileWith(named("Den Two")))).toMatchObject({
      version: 2,
      name: "Den Two",
      warnings: [],
    });
    expect(await programWith(store, fileWith())).toMatchObject({ version: 3, name: "Lynxden" });
    expect(await sourcesIn(store)).toEqual(["file", "file", "file"]);
  });

  test("what was published in the browser where the file is as it was", async () => {
    const store = await testStore();
    await publishName(await programWith(store, fileWith()), "Edited");
    expect(await programWith(store, fileWith())).toMatchObject({
      version: 2,
      name: "Edited",
      warnings: [],
    });
  });

  test("what is published where both were changed, and names the commands", async () => {
    const store = await testStore();
    await publishName(await programWith(store, fileWith()), "Edited");
    const changed = fileWith(named("From the file"));
    const program = await programWith(store, changed);
    expect(program).toMatchObject({ version: 2, name: "Edited" });
    expect(program.warnings).toEqual([SITE_VERSIONS.bothChanged]);
    // Either command ends that.
    const { document } = program.config.communityFile;
    expect(
      await importFile(program.ctx, {
        ...program.config.communityFile,
        source: "community.toml",
        pictures: [],
      }),
    ).toBe(3);
    expect(await readVersion(program.ctx.read, 3)).toEqual(document);
    expect(await programWith(store, changed)).toMatchObject({ version: 3, warnings: [] });
    await publishName(program, "Edited again");
    const published = await readVersion(program.ctx.read, 4);
    if (published === null) throw new Error("Nothing is published.");
    const exported = `timezone = "Europe/Berlin"\n${toToml(published)}`;
    expect(await programWith(store, exported)).toMatchObject({ version: 4, warnings: [] });
    // Nor does the exported file become news by what is published later.
    await publishName(program, "Once more");
    expect(await programWith(store, exported)).toMatchObject({ version: 5, warnings: [] });
    expect(await sourcesIn(store)).toEqual(["file", "browser", "import", "browser", "browser"]);
  });

  test("what came from elsewhere, while its own file is as it was at its last start", async () => {
    const store = await testStore();
    const [own, other] = [await testFolder(), await testFolder()];
    await programWith(store, fileWith(), own);
    await programWith(store, fileWith(), other);
    const changed = fileWith(named("Den Two"));
    expect(await programWith(store, changed, own)).toMatchObject({ version: 2, warnings: [] });
    // The other instance still has the file of before.
    const kept = { version: 2, name: "Den Two", warnings: [SITE_VERSIONS.fileUnchanged] };
    expect(await programWith(store, fileWith(), other)).toMatchObject(kept);
    expect(await programWith(store, changed, own)).toMatchObject({ version: 2, warnings: [] });
    // Nor does a start undo what a command has published.
    const program = await programWith(store, changed, own);
    const problems: string[] = [];
    const third = readCommunityFile("third.toml", fileWith(named("Den Three")), problems);
    if (third === null) throw new Error(problems.join("\n"));
    await importFile(program.ctx, { ...third.file, pictures: [] });
    expect(await programWith(store, changed, own)).toMatchObject({
      version: 3,
      name: "Den Three",
      warnings: [SITE_VERSIONS.fileUnchanged],
    });
    // Whoever puts the earlier text back has changed the file.
    expect(await programWith(store, fileWith(), own)).toMatchObject({
      version: 4,
      name: "Lynxden",
      warnings: [],
    });
  });

  test("one version where two instances start at once", async () => {
    const database = await testDatabase();
    const stores = [await openForTest(database), await openForTest(database)];
    const programs = await Promise.all(stores.map((store) => programWith(store, fileWith())));
    expect(programs.map(({ version }) => version)).toEqual([1, 1]);
    expect(await sourcesIn(stores[0] as Store)).toEqual(["file"]);
  });

  test("nothing where it does not understand what is published, and says where and what to do", async () => {
    const store = await testStore();
    const program = await programWith(store, fileWith());
    const { document } = program.config.communityFile;
    const origin = { hash: "h", note: "", source: "browser", createdBy: null } as const;
    const games = [{ key: "x" }];
    await program.ctx.write((tx) =>
      addVersion(tx, { document: { ...document, games }, sections: ["games"], ...origin }),
    );
    const { message } = await rejectionOf(programWith(store, fileWith()));
    expect(message).toContain("the published site (version 2): games[0].name:");
    expect(message).toContain("lynxden site import FILE");
    expect(message).toContain("lynxden site export");
  });

  test("nothing where a newer release has written what is published, and says that alone", async () => {
    const store = await testStore();
    const { ctx, config } = await programWith(store, fileWith());
    const document = { ...config.communityFile.document, format: FORMAT + 1, games: [{}] };
    const origin = { hash: "h", note: "", source: "browser", createdBy: null } as const;
    await ctx.write((tx) => addVersion(tx, { document, sections: ["games"], ...origin }));
    const { message } = await rejectionOf(programWith(store, fileWith()));
    const [, first, second] = message.split("\n");
    expect(first).toContain(
      `the published site (version 2): format: ${SITE_VERSIONS.newerFormat(FORMAT + 1, FORMAT)}`,
    );
    expect(second).toContain(SITE_VERSIONS.unreadable);
  });
});

describe("[SITE-06] a document written as a file", () => {
  test.each([
    ["the example", exampleCommunity],
    ["another community", FROSTKEEP],
  ])("says exactly what it said: %s", (_name, text) => {
    const problems: string[] = [];
    const read = readCommunityFile("community.toml", text, problems);
    if (read === null) throw new Error(problems.join("\n"));
    const written = toToml(read.file.document);
    const back = readCommunityFile("community.toml", written, problems, read.file.machine);
    expect(problems).toEqual([]);
    expect(back?.file).toEqual(read.file);
    expect(back?.community).toEqual(read.community);
    // Without the machine's part, and with texts as people wrote them.
    expect(written).not.toMatch(/^timezone|^\[limits|^\[sessions|^\[feeds/m);
    expect(written).toContain('text = """\n## ');
  });

  test("keeps every text, whatever stands in it", () => {
    const texts = [
      'three """ in a row\nand at the end """',
      'a "quoted" word\nand "another"',
      "back\\slash \\n\nand \\",
      "\n\nleading and trailing\n\n",
      "tab\there \u007F é 😀\n\u0001",
      '""""""\n"',
      "one line",
      "",
    ];
    const { file } = readCommunityFile("example", exampleCommunity, []) ?? {};
    if (file === undefined) throw new Error("The example is not right.");
    const welcome = texts.map((text, index) => ({ title: `t${index}`, text }));
    const written = toToml({ ...file.document, welcome });
    expect((Bun.TOML.parse(written) as { welcome: unknown }).welcome).toEqual(welcome);
  });
});

test("[SITE-06] commands print the example, export what is published, and import a file or nothing of it", async () => {
  const { databaseUrl, dataDir } = await testDatabase();
  const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? "" };
  const run = (...argv: string[]) => runProgram(PROGRAM, ["/nowhere", "site", ...argv], env);
  const example = await run("example");
  expect(example).toMatchObject({ exitCode: 0, output: exampleCommunity });
  const file = join(await testFolder(), "site.toml");
  await Bun.write(file, FROSTKEEP);
  expect(await run("import", file)).toMatchObject({
    exitCode: 0,
    output: `${SITE_VERSIONS.imported(1)}\n`,
  });
  const exported = await run("export");
  expect(Bun.TOML.parse(exported.output)).toMatchObject({ brand: { name: "Frostkeep" } });
  // Without the machine's part it is whole.
  await Bun.write(file, exported.output);
  for (const argv of [[file], [file, "--publish"]])
    expect((await run("import", ...argv)).output).toBe(`${SITE_VERSIONS.nothingNew}\n`);
  const wrong = exported.output
    .replace('protocol = "minecraft"', 'protocol = "telnet"')
    .replace("port = 25565", "port = 0")
    .replace('name = "Frostkeep"', 'nam = "Frostkeep"');
  // A file may be longer than a document, which is refused as in the browser.
  const pages = Array.from(
    { length: 60 },
    (_, index) =>
      `[[pages]]\nkey = "p${index}"\ntitle = "P"\ndescription = "P"\ntext = "${"Much. ".repeat(6500)}"\n`,
  );
  await Bun.write(file, `${exported.output}\n${pages.join("")}`);
  const tooLong = await run("import", file);
  expect(tooLong).toMatchObject({ exitCode: 1 });
  expect(tooLong.errors).toContain(SITE_VERSIONS.tooLarge);
  await Bun.write(file, wrong);
  const { exitCode, errors } = await run("import", file);
  expect(exitCode).toBe(1);
  for (const where of [
    "brand.name: ",
    'brand: does not know "nam"',
    "games[0].protocol: ",
    "servers[0].port: ",
  ])
    expect(errors).toContain(`${file}: ${where}`);
  expect((await run("export")).output).toBe(exported.output);
});

long(
  "[SITE-06] the pictures that a document names move with it, in a folder beside the file",
  async () => {
    const [from, to] = [await testDatabase(), await testDatabase()];
    const run = ({ databaseUrl, dataDir }: typeof from, ...argv: string[]) => {
      const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? "" };
      return runProgram(PROGRAM, ["/nowhere", "site", ...argv], env);
    };
    const bytes = new Uint8Array(encodePng(20, () => [200, 40, 40, 255]));
    const picture = await sitePicture(bytes);
    if (typeof picture === "string") throw new Error(picture);
    const store = await openForTest(from);
    const { key } = await store.write(async (tx) => ({
      key: await insertMedia({ ...tx, clock: movableClock() }, picture, ""),
    }));
    const address = mediaAddress(key);
    const file = join(await testFolder(), "den.toml");
    const withLogo = FROSTKEEP.replace(/^logo = .*$/m, `logo = { picture = "${address}" }`);
    expect(withLogo).toContain(address);
    await Bun.write(file, withLogo);
    expect((await run(from, "import", file)).exitCode).toBe(0);

    // A text alone says what it leaves out.
    const printed = await run(from, "export");
    expect(printed.output).toContain(address);
    expect(printed.errors).toContain(SITE_VERSIONS.picturesStay(1));
    const folder = join(await testFolder(), "moved");
    const exported = await run(from, "export", `${folder}.toml`);
    expect(exported.output).toContain(
      SITE_VERSIONS.exportedWith(`${folder}.toml`, 1, `${folder}.pictures`),
    );
    expect(await Bun.file(`${folder}.toml`).text()).toBe(printed.output);

    const alone = await run(to, "import", file);
    expect(alone.exitCode).toBe(1);
    expect(alone.errors).toContain(
      `${file}: brand.logo.picture: ${SITE_VERSIONS.missingPicture(address)}`,
    );
    expect(alone.errors).toContain(SITE_VERSIONS.picturesBeside);
    const moved = `${folder}.pictures/${key}.webp`;
    const kept = await Bun.file(moved).bytes();
    expect(kept).toEqual(picture.bytes);
    // What is not what its name says is not taken for it.
    await Bun.write(moved, "no picture");
    expect((await run(to, "import", `${folder}.toml`)).exitCode).toBe(1);
    await Bun.write(moved, kept);
    expect((await run(to, "import", `${folder}.toml`)).exitCode).toBe(0);
    const there = await openForTest(to);
    expect((await findMedia(there.read, address))?.body).toEqual(Buffer.from(picture.bytes));
  },
);
