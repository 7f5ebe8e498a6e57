import { expect, test } from "bun:test";
import { cp, mkdir, readdir, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { getTableName } from "drizzle-orm";
import {
  generate,
  INDEX_FILE,
  indexText,
  MIGRATION_FOLDERS,
  migrationNames,
} from "#scripts/generate-migrations.ts";
import { KITS } from "#server/store/columns.ts";
import { EMBEDDED_MIGRATIONS } from "#server/store/migrate.ts";
import { defineSchema } from "#server/store/schema.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { fillAfter } from "./fill.ts";

const ROOT = join(import.meta.dir, "../..");

for (const engine of MIGRATION_FOLDERS) {
  test(`the migrations of ${engine} make what the schema says: otherwise bun run db:generate NAME`, async () => {
    const copy = join(ROOT, ".tmp", `migrations-${engine}-${crypto.randomUUID()}`);
    await mkdir(copy, { recursive: true });
    afterThisTest(() => rm(copy, { recursive: true, force: true }));
    await cp(join(ROOT, "drizzle", engine), copy, { recursive: true });
    await generate(engine, relative(ROOT, copy), "drift", "ignore");
    expect((await readdir(copy)).toSorted()).toEqual(
      (await readdir(join(ROOT, "drizzle", engine))).toSorted(),
    );
  });

  test(`drizzle-kit sees every table of ${engine}`, async () => {
    const entry: Record<string, unknown> = await import(`#server/store/schema.${engine}.ts`);
    const tables = defineSchema(KITS[engine]);
    expect(Object.keys(entry).toSorted()).toEqual(Object.keys(tables).toSorted());
    const names = Object.values(tables).map((table) => getTableName(table));
    expect(new Set(names).size).toBe(names.length);
  });

  test(`every migration of ${engine} is in the program`, async () => {
    const names = await migrationNames(join(ROOT, "drizzle", engine));
    expect(EMBEDDED_MIGRATIONS[engine].map(({ name }) => name)).toEqual(names);
  });

  test(`every migration of ${engine} has its rows in tests/store/fill.ts`, async () => {
    for (const name of await migrationNames(join(ROOT, "drizzle", engine)))
      expect(fillAfter(engine, name)).toBeArray();
  });
}

test("the list of migrations is the one that db:generate writes", async () => {
  expect(await Bun.file(INDEX_FILE).text()).toBe(await indexText());
});
