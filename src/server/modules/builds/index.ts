import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { and, eq, isNull, ne, lt } from "drizzle-orm";
import type { Ctx } from "#server/context/context.ts";
import type { Reader } from "#server/store/store.ts";
import { DAY_MS } from "#shared/constants/time.ts";

/** How long pages of an older build still find their files. */
const OLD_BUILD_KEPT_MS = 7 * DAY_MS;

const brotli = promisify(brotliCompress);

/** One hashed file of a client build. */
type BuildFile = {
  path: string;
  type: string;
  /** The file packed with brotli, where the build has it so; else null. */
  packed(): Promise<Uint8Array> | null;
  plain(): Promise<Uint8Array>;
};

const rowOf = async (file: BuildFile) => ({
  path: file.path,
  type: file.type,
  body: Buffer.from((await file.packed()) ?? (await brotli(await file.plain()))),
});

/** Others write in between, and not all of a build is in memory at once. */
const FILES_AT_ONCE = 8;

/**
 * Keeps the files of the running build in the store, so that whoever still has its pages open
 * after the next update finds their chunks, and lets the files of other builds expire in a week.
 */
export const keepBuild = async (
  { tables, read, write, clock }: Ctx,
  build: { buildId: string; files: readonly BuildFile[] },
): Promise<void> => {
  const { buildAssets } = tables;
  const kept = await read
    .select({ path: buildAssets.path })
    .from(buildAssets)
    .where(and(eq(buildAssets.buildId, build.buildId), isNull(buildAssets.expiresAt)));
  const known = new Set(kept.map(({ path }) => path));
  const missing = build.files.filter(({ path }) => !known.has(path));
  for (let at = 0; at < missing.length; at += FILES_AT_ONCE) {
    const rows = await Promise.all(missing.slice(at, at + FILES_AT_ONCE).map(rowOf));
    await write(async (tx) => {
      for (const row of rows)
        await tx
          .insert(buildAssets)
          .values({ ...row, buildId: build.buildId, expiresAt: null })
          .onConflictDoUpdate({
            target: buildAssets.path,
            set: { buildId: build.buildId, expiresAt: null },
          });
    });
  }
  const expiresAt = new Date(clock.now().getTime() + OLD_BUILD_KEPT_MS);

  await write(async (tx) => {
    await tx
      .update(buildAssets)
      .set({ expiresAt })
      .where(and(ne(buildAssets.buildId, build.buildId), isNull(buildAssets.expiresAt)));
  });
};

/** A hashed file of an older build, by its address; null where none is kept. Brotli-packed. */
export const findOldAsset = async (
  reader: Reader,
  path: string,
): Promise<{ type: string; packed: Uint8Array } | null> => {
  const { buildAssets } = reader.tables;
  const [row] = await reader
    .select({ type: buildAssets.type, packed: buildAssets.body })
    .from(buildAssets)
    .where(eq(buildAssets.path, path));
  return row ?? null;
};

/** Removes the files of builds that nobody can still have open. */
export const forgetOldBuilds = async ({ tables, write, clock }: Ctx): Promise<void> => {
  const { buildAssets } = tables;
  await write(async (tx) => {
    await tx.delete(buildAssets).where(lt(buildAssets.expiresAt, clock.now()));
  });
};
