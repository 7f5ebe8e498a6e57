import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { mkdir, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { forgetUnsent, sweepFiles } from "#server/modules/attachments/index.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import { PLACE_MARKER } from "#shared/constants/uploads.ts";
import { attachmentWorld, uploaded } from "#tests/support/attachments.ts";
import { asSite } from "#tests/support/context.ts";
import { examined } from "#tests/support/health.ts";
import { testStore } from "#tests/support/store.ts";

const nameOf = (letter: string) => `${letter.repeat(32)}.webp`;

/** A site and its files: a day passes before each sweep. */
const sweptWorld = async () => {
  const world = await attachmentWorld();
  const { app, clock, ada, folder, store } = world;
  const place = join(folder, "attachments");
  return {
    ...world,
    place,
    sweepDaily: async (days: number, database = store) => {
      for (let day = 0; day < days; day += 1) {
        clock.advance(DAY_MS);
        await sweepFiles(asSite({ ...app.deps, store: database }), new AbortController().signal);
      }
    },
    files: async () =>
      existsSync(place)
        ? (await readdir(place)).filter((name) => name !== PLACE_MARKER).toSorted()
        : [],
    upload: () => uploaded(app, ada),
    /** A file without a row, that is a little older than this. */
    leave: async (name: string, days: number) => {
      await mkdir(place, { recursive: true });
      await writeFile(join(place, name), "");
      const at = new Date(clock.now().getTime() - days * DAY_MS - 1);
      await utimes(join(place, name), at, at);
    },
    warnings: () => app.lines.filter(({ event }) => event === "attachments.not_swept"),
    health: async (database = store) => (await examined({ store: database, clock })).of("files"),
  };
};

/** What a backup has of a database, as far as it matters here. */
const backUp = async ({ store }: Pick<Awaited<ReturnType<typeof sweptWorld>>, "store">) => {
  const { attachments: t, settings: s } = store.tables;
  const isPlace = eq(s.key, "attachments:place");
  const files = await store.read.select().from(t);
  const state = await store.read.select().from(s).where(isPlace);
  return {
    restore: () =>
      store.write(async (tx) => {
        await tx.delete(t);
        if (files.length > 0) await tx.insert(t).values(files);
        await tx.delete(s).where(isPlace);
        if (state.length > 0) await tx.insert(s).values(state);
      }),
  };
};

describe("files that no row names", () => {
  test("[ATTACH-10] are gone once they are 30 days old, and half a file after a day; those of others stay", async () => {
    const { app, upload, leave, sweepDaily, files } = await sweptWorld();
    await upload();
    const [named = ""] = await files();
    await sweepDaily(30);
    await leave(nameOf("a"), 29);
    await leave(nameOf("b"), 28);
    await leave(`${nameOf("c")}.x.partial`, 0);
    await leave("notes.webp", 100);
    await sweepDaily(1);
    expect(await files()).toEqual([named, nameOf("b"), "notes.webp"].toSorted());
    expect(app.lines).toContainEqual(
      expect.objectContaining({ event: "attachments.swept", files: 2 }),
    );
  });

  test("[ATTACH-10] stay for 30 days after the site has come to know the place", async () => {
    const { upload, leave, sweepDaily, files, health } = await sweptWorld();
    await upload();
    await leave(nameOf("a"), 100);
    await sweepDaily(30);
    expect(await files()).toHaveLength(2);
    expect(await health()).toMatchObject({ state: "ok" });
    await sweepDaily(1);
    expect(await files()).toHaveLength(1);
  });
});

describe("a database that is not the one of the files", () => {
  test("[ATTACH-10] removes none of them while it is empty, however long, and says what to do", async () => {
    const { upload, leave, sweepDaily, files, health, warnings } = await sweptWorld();
    await upload();
    await leave(nameOf("a"), 100);
    await sweepDaily(1);
    const other = await testStore();
    await sweepDaily(40, other);
    expect(await files()).toHaveLength(2);
    expect(warnings()).toHaveLength(40);
    const foreign = "names another site than this database";
    expect(await health(other)).toMatchObject({ state: "warn" });
    expect((await health(other)).message).toContain(foreign);
    // The site's own has noticed nothing, and goes on.
    await sweepDaily(1);
    expect(await files()).toHaveLength(1);
    expect((await health()).message).not.toContain(foreign);
  });

  test("[ATTACH-10] does not claim files that nobody has claimed yet, and of which it knows none", async () => {
    const { place, upload, leave, sweepDaily, files, health } = await sweptWorld();
    await upload();
    const other = await testStore();
    await sweepDaily(40, other);
    expect(await files()).toHaveLength(1);
    expect(existsSync(join(place, PLACE_MARKER))).toBe(false);
    expect((await health(other)).message).toContain("lie files of which this database knows none");
    // Once the files of nobody are gone it is its own.
    for (const name of await files()) await rm(join(place, name));
    await sweepDaily(31, other);
    await leave(nameOf("a"), 100);
    await sweepDaily(1, other);
    expect(await files()).toEqual([]);
    expect((await health(other)).state).toBe("ok");
  });

  test("[ATTACH-10] is that of the files once its owner has removed the marker", async () => {
    const { place, upload, leave, sweepDaily, files, health } = await sweptWorld();
    await upload();
    await sweepDaily(1);
    await writeFile(join(place, PLACE_MARKER), "another one\n");
    await leave(nameOf("a"), 100);
    await sweepDaily(40);
    expect(await files()).toHaveLength(2);
    expect((await health()).message).toContain("names another site than this database");
    await rm(join(place, PLACE_MARKER));
    await sweepDaily(1);
    expect((await health()).message).not.toContain("names another site than this database");
    await sweepDaily(30);
    expect(await files()).toHaveLength(1);
  });
});

describe("an older backup of the database", () => {
  test("[ATTACH-10] leaves the files of what came since for 30 days, and then they are gone", async () => {
    const world = await sweptWorld();
    const { store, rows, upload, leave, sweepDaily, files, health } = world;
    await upload();
    await sweepDaily(40);
    const older = await backUp(world);
    const since = { id: crypto.randomUUID(), key: "a".repeat(32) };
    const more = (await rows()).map((row) => Object.assign(row, since));
    await store.write(async (tx) => {
      await tx.insert(store.tables.attachments).values(more);
    });
    await leave(nameOf("a"), 0);
    await sweepDaily(50);
    await older.restore();
    await sweepDaily(30);
    expect(await files()).toHaveLength(2);
    const { state, message } = await health();
    expect(state).toBe("ok");
    expect(message).toContain("as after a restore: files that no ticket names stay until");
    await sweepDaily(1);
    expect(await files()).toHaveLength(1);
    expect((await health()).message).not.toContain("after a restore");
  });

  test("[ATTACH-10] of before there was a marker is known by its files", async () => {
    const world = await sweptWorld();
    const { upload, leave, sweepDaily, files, health } = world;
    await upload();
    const older = await backUp(world);
    await sweepDaily(40);
    await leave(nameOf("a"), 100);
    await older.restore();
    await sweepDaily(1);
    expect((await health()).message).toContain("as after a restore");
    await sweepDaily(29);
    expect(await files()).toHaveLength(2);
    await sweepDaily(1);
    expect(await files()).toHaveLength(1);
  });

  test("[ATTACH-10] takes no upload for unsent that was sent since", async () => {
    const world = await sweptWorld();
    const { app, upload, sweepDaily, files } = world;
    const forget = () => forgetUnsent(asSite(app.deps), new AbortController().signal);
    await upload();
    await sweepDaily(40);
    const older = await backUp(world);
    await sweepDaily(1);
    await older.restore();
    await forget();
    await sweepDaily(29);
    await forget();
    expect(await files()).toHaveLength(1);
    await sweepDaily(2);
    await forget();
    expect(await files()).toEqual([]);
  });

  test("[ATTACH-10] of the same day leaves them as long, since they are no older", async () => {
    const world = await sweptWorld();
    const { upload, leave, sweepDaily, files } = world;
    await upload();
    await sweepDaily(40);
    const older = await backUp(world);
    await leave(nameOf("a"), 0);
    await older.restore();
    await sweepDaily(29);
    expect(await files()).toHaveLength(2);
    await sweepDaily(1);
    expect(await files()).toHaveLength(1);
  });

  test("[ATTACH-10] that serves beside the site keeps both from removing anything, and they say so", async () => {
    const world = await sweptWorld();
    const { store, upload, leave, sweepDaily, files, health } = world;
    await upload();
    await sweepDaily(40);
    const copy = await testStore();
    const { attachments: t, settings: s } = store.tables;
    const [rows, settings] = [await store.read.select().from(t), await store.read.select().from(s)];
    await copy.write(async (tx) => {
      await tx.insert(s).values(settings).onConflictDoNothing();
      await tx.insert(t).values(rows.map((row) => Object.assign(row, { uploaderId: null })));
    });
    await leave(nameOf("a"), 28);
    for (let day = 0; day < 60; day += 1) for (const one of [copy, store]) await sweepDaily(1, one);
    expect(await files()).toHaveLength(2);
    for (const one of [copy, store]) expect((await health(one)).state).toBe("warn");
  });
});
