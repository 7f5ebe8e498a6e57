import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import exampleCommunity from "#community.toml" with { type: "text" };
import { type Config, loadConfig } from "#server/config/config.ts";
import { commandContext, systemContext } from "#server/context/unit-of-work.ts";
import { createLog } from "#server/core/log.ts";
import { runJob } from "#server/jobs/scheduler.ts";
import { siteJobs } from "#server/jobs/site-jobs.ts";
import { followPublications } from "#server/live/wire.ts";
import { notify } from "#server/modules/notifications/index.ts";
import { checkPublished } from "#server/modules/site/index.ts";
import { insertMedia } from "#server/modules/site/media.ts";
import { importFile, startPublished } from "#server/modules/site/publish.ts";
import type { Store } from "#server/store/store.ts";
import type { SiteSection } from "#shared/constants/site.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import { mediaAddress } from "#shared/rules/community.ts";
import { SECTION_TEXTS } from "#shared/site-messages.ts";
import { SITE_VERSIONS } from "#shared/site-publishing-messages.ts";
import { type LogLine } from "#tests/support/app.ts";
import { movableClock } from "#tests/support/clock.ts";
import { appWithPeople, refusalOf, type TestPerson } from "#tests/support/people.ts";
import { runProgram } from "#tests/support/processes.ts";
import { rejectionOf } from "#tests/support/rejection.ts";
import { PROGRAM } from "#tests/support/serving.ts";
import { type Part, saveDraft } from "#tests/support/site-drafts.ts";
import {
  openForTest,
  silentLog,
  testDatabase,
  testFolder,
  testStore,
} from "#tests/support/store.ts";

const withLogin = (login: string) => (texts: Part) => ({ ...texts, login });

const publish = async ({ site }: TestPerson, section: SiteSection) => {
  const { version } = await site.overview.query();
  return await site.publish.mutate({ sections: [section], note: "", version: version.id });
};

const damageDraft = (store: Store, content: string) => {
  const { siteDrafts: t } = store.tables;
  return store.write((tx) =>
    tx.update(t).set({ content, revision: 7 }).where(eq(t.section, "texts")),
  );
};

const damageVersion = (store: Store, id: number, document: string) => {
  const { siteVersions: t } = store.tables;
  return store.write((tx) => tx.update(t).set({ document }).where(eq(t.id, id)));
};

const UNREADABLE = ["{broken", "", "null", "3", '"text"'];

describe.each(UNREADABLE)("[SITE-14] a draft that says %p", (content) => {
  const damaged = async () => {
    const world = await appWithPeople();
    await saveDraft(world.admin, "texts", withLogin("Mine"));
    await saveDraft(world.admin, "rewards", (rewards) => Object.assign(rewards, { votePoints: 7 }));
    await damageDraft(world.store, content);
    return world;
  };

  test("is as if there were none, and that is said; others stay", async () => {
    const { admin } = await damaged();
    const { published, ...section } = await admin.site.section.query({ section: "texts" });
    expect(section).toMatchObject({ draft: null, isDamaged: true, draftRevision: 7 });
    expect(published).toBeObject();
    const { damage, sections } = await admin.site.overview.query();
    expect(damage).toEqual([SITE_VERSIONS.damagedDraftOf(SECTION_TEXTS.texts.title)]);
    expect(sections.flatMap((one) => (one.draft === null ? [] : one.section))).toEqual(["rewards"]);
    expect((await admin.site.changes.query()).map((one) => one.section)).toEqual(["rewards"]);
    await admin.site.check.query();
    await admin.site.previewConfig.query();
    expect(await refusalOf(publish(admin, "texts"))).toEqual([409, SITE_VERSIONS.noDraft]);
    const merge = { section: "texts", take: "both", revision: 7 } as const;
    expect(await refusalOf(admin.site.merge.mutate(merge))).toEqual([
      409,
      SITE_VERSIONS.damagedDraft,
    ]);
    expect(await publish(admin, "rewards")).toEqual({ id: 1 });
  });

  test("ends when another is written, or it is discarded", async () => {
    const { admin, store } = await damaged();
    await saveDraft(admin, "texts", withLogin("Anew"));
    expect(await admin.site.section.query({ section: "texts" })).toMatchObject({
      draft: { login: "Anew" },
      isDamaged: false,
    });
    await damageDraft(store, content);
    await admin.site.discardDraft.mutate({ section: "texts" });
    expect(await admin.site.section.query({ section: "texts" })).toMatchObject({
      draft: null,
      isDamaged: false,
    });
    expect((await admin.site.overview.query()).damage).toEqual([]);
  });
});

/** Two versions, of which the second, with another login, is damaged. */
const withDamage = async (document: string) => {
  const world = await appWithPeople();
  const { admin, store } = world;
  for (const login of ["One", "Two"]) {
    await saveDraft(admin, "texts", withLogin(login));
    await publish(admin, "texts");
  }
  await damageVersion(store, 2, document);
  return world;
};

describe.each(["{broken", "null", "[]", '{"format":2,"texts":{'])(
  "[SITE-14] where the newest version says %p",
  (document) => {
    test("the one before is what is published; the history says which cannot be read", async () => {
      const { admin, app } = await withDamage(document);
      const { published } = await admin.site.section.query({ section: "texts" });
      expect(published).toMatchObject({ login: "One" });
      const { damage } = await admin.site.overview.query();
      expect(damage).toEqual([
        expect.stringContaining("Version 2 of the site is damaged"),
        SITE_VERSIONS.showsInstead(1),
      ]);
      const { items } = await admin.site.versions.query({});
      expect(items.map(({ id, isDamaged }) => [id, isDamaged])).toEqual([
        [2, true],
        [1, false],
      ]);
      const unreadable: [number, string] = [404, SITE_VERSIONS.unreadableVersion(2)];
      expect(await refusalOf(admin.site.version.query({ id: 2 }))).toEqual(unreadable);
      expect(await refusalOf(admin.site.restore.mutate({ id: 2, note: "" }))).toEqual(unreadable);
      expect(await refusalOf(admin.site.previewVersion.query({ id: 2 }))).toEqual([
        404,
        SITE_VERSIONS.notShown,
      ]);
      const asked = { headers: { ...admin.headers, "x-site-version": "2" } };
      expect((await app.request("/api/trpc/community.config", asked)).status).toBeLessThan(500);
      expect((await checkPublished(systemContext(app.deps, "test").read)).version).toBe(1);
    });

    test("another is published over it, or the one before restored, though it is what is shown", async () => {
      const { admin, store } = await withDamage(document);
      const restored = await admin.site.restore.mutate({ id: 1, note: "", newest: 2 });
      expect(restored).toEqual({ id: 3 });
      expect((await admin.site.overview.query()).damage).toEqual([]);
      expect(await refusalOf(admin.site.restore.mutate({ id: 1, note: "" }))).toEqual([
        400,
        SITE_VERSIONS.nothingNew,
      ]);
      await damageVersion(store, 3, document);
      await saveDraft(admin, "texts", withLogin("Three"));
      expect(await publish(admin, "texts")).toEqual({ id: 4 });
      // What it changed is told against what was shown.
      const { changes } = await admin.site.version.query({ id: 4 });
      expect(changes[0]?.lines).toEqual([
        { path: "Below the title of the login", before: "One", after: "Three" },
      ]);
    });

    test("a draft that began before it goes on from what is shown", async () => {
      const { admin, store } = await withDamage(document);
      const { siteDrafts: t } = store.tables;
      await saveDraft(admin, "texts", (texts) => Object.assign(texts, { back: "Back" }));
      await store.write((tx) => tx.update(t).set({ basedOn: 1 }));
      const { draftRevision: revision } = await admin.site.section.query({ section: "texts" });
      await admin.site.merge.mutate({ section: "texts", take: "both", revision });
      expect((await admin.site.changes.query())[0]).toMatchObject({ isStale: false });
      expect(await publish(admin, "texts")).toEqual({ id: 3 });
    });
  },
);

test("[SITE-14] an instance that runs shows what can be read, and says once what cannot", async () => {
  const { admin, app } = await withDamage("{broken");
  const lines: LogLine[] = [];
  const log = createLog((line) => lines.push(JSON.parse(line) as LogLine));
  let renewed = 0;
  const follow = followPublications({ ...app.deps, log }, () => (renewed += 1));
  await follow();
  await follow();
  expect([renewed, app.deps.live.config.siteVersion]).toEqual([1, 1]);
  expect(lines.filter(({ event }) => event === "site.version_damaged")).toEqual([
    expect.objectContaining({
      level: "error",
      message: `${SITE_VERSIONS.damagedVersion(2, "no JSON")} ${SITE_VERSIONS.showsInstead(1)}`,
    }),
  ]);
  await admin.site.restore.mutate({ id: 1, note: "" });
  await follow();
  expect(app.deps.live.config.siteVersion).toBe(3);
});

/** A program that starts with this file. */
const programWith = async (store: Store, text = exampleCommunity) => {
  const DATA_DIR = await testFolder();
  const COMMUNITY_FILE = join(DATA_DIR, "community.toml");
  await Bun.write(COMMUNITY_FILE, text);
  const config: Config = await loadConfig({ COMMUNITY_FILE, DATA_DIR });
  const errors: unknown[] = [];
  const log = {
    ...silentLog,
    error: (event: string, fields?: Record<string, unknown>) =>
      void errors.push([event, fields?.["message"]]),
  };
  const ctx = commandContext({ store, config, log, clock: movableClock(), notify }, "test");
  return { ctx, config, errors, start: () => startPublished(ctx) };
};

describe("[SITE-14] a start", () => {
  test("takes the newest version that can be read, and says which cannot", async () => {
    const store = await testStore();
    await (await programWith(store)).start();
    const other = exampleCommunity.replace('name = "Lynxden"', 'name = "Den Two"');
    await (await programWith(store, other)).start();
    await damageVersion(store, 2, "null");
    const { start, errors } = await programWith(store, other);
    expect(await start()).toMatchObject({
      siteVersion: 1,
      community: { brand: { name: "Lynxden" } },
    });
    expect(errors).toEqual([
      [
        "site.version_damaged",
        `${SITE_VERSIONS.damagedVersion(2, "no document")} ${SITE_VERSIONS.showsInstead(1)}`,
      ],
    ]);
  });

  test("is refused with one sentence where no version can be read; an import ends that", async () => {
    const store = await testStore();
    await (await programWith(store)).start();
    await damageVersion(store, 1, "{broken");
    const { start, ctx, config } = await programWith(store);
    expect((await rejectionOf(start())).message).toBe(SITE_VERSIONS.noneReadable(1));
    expect(await checkPublished(ctx.read)).toMatchObject({
      community: null,
      damage: [SITE_VERSIONS.noneReadable(1)],
    });
    const file = { ...config.communityFile, source: "community.toml", pictures: [] };
    expect(await importFile(ctx, file)).toBe(2);
    expect(await start()).toMatchObject({ siteVersion: 2 });
  });
});

test("[SITE-14] commands export what can be read, and say so; an import takes the place of what cannot", async () => {
  const where = await testDatabase();
  const env = { DATA_DIR: where.dataDir, DATABASE_URL: where.databaseUrl ?? "" };
  const run = (...argv: string[]) => runProgram(PROGRAM, ["/nowhere", "site", ...argv], env);
  const file = join(await testFolder(), "site.toml");
  await Bun.write(file, exampleCommunity);
  await run("import", file);
  const store = await openForTest(where);
  await damageVersion(store, 1, "{broken");
  const refused = await run("export");
  expect(refused).toMatchObject({ exitCode: 1, errors: `${SITE_VERSIONS.noneReadable(1)}\n` });
  expect((await run("import", file)).output).toBe(`${SITE_VERSIONS.imported(2)}\n`);
  await Bun.write(file, exampleCommunity.replace('name = "Lynxden"', 'name = "Den Two"'));
  await run("import", file);
  await damageVersion(store, 3, "{broken");
  const exported = await run("export");
  expect(exported).toMatchObject({
    exitCode: 0,
    errors: `${SITE_VERSIONS.damagedVersion(3, "no JSON")} ${SITE_VERSIONS.exportsInstead(2)}\n`,
  });
  expect(Bun.TOML.parse(exported.output)).toMatchObject({ brand: { name: "Lynxden" } });
});

const pictureOf = (byte: number) => ({
  bytes: new Uint8Array([byte]),
  width: 20,
  height: 20,
  small: null,
});

test("[PIC-03] [SITE-14] pictures that damaged drafts and versions name stay", async () => {
  const { app, admin, store, clock } = await appWithPeople();
  const keys = await store.write(async (tx) => {
    const made: string[] = [];
    for (const byte of [1, 2, 3])
      made.push(await insertMedia({ ...tx, clock }, pictureOf(byte), admin.id));
    return made;
  });
  const [inDraft = "", inVersion = ""] = keys.map(mediaAddress);
  await saveDraft(admin, "texts", withLogin("Mine"));
  await publish(admin, "texts");
  await saveDraft(admin, "texts", withLogin("Again"));
  await damageDraft(store, `{"login":"${inDraft}`);
  await damageVersion(store, 1, `{"pages":[{"text":"a\\n${inVersion}"`);
  clock.advance(8 * DAY_MS);
  const job = siteJobs(app.deps).find(({ name }) => name === "forget-site-pictures");
  if (job === undefined) throw new Error("Nothing removes pictures.");
  await runJob(app.deps, job, new AbortController().signal);
  const { sitePictures: t } = store.tables;
  const left = await store.read.select({ key: t.key }).from(t);
  expect(left.map(({ key }) => key).toSorted()).toEqual(keys.slice(0, 2).toSorted());
});
