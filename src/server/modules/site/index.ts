import { and, asc, desc, eq, gt, isNull, or } from "drizzle-orm";
import { loadReader } from "#server/config/community-file.ts";
import type { Community } from "#server/config/community.ts";
import type { Config } from "#server/config/config.ts";
import type { Ctx } from "#server/context/context.ts";
import { oncePerStore, type Reader } from "#server/store/store.ts";
import { SMALL_EDGE_PX } from "#shared/rules/community.ts";
import type { Maintenance } from "#shared/schemas/site-document.ts";
import type { Picture } from "./media.ts";
import { readVersion, type VersionReader } from "./versions.ts";

export { type CheckedSite, checkFile, checkPublished, draftConfig } from "./draft-state.ts";
export {
  countMedia,
  findMedia,
  forgetMedia,
  keepMedia,
  missingMediaIn,
  picturesFolder,
  readMedia,
  writeMedia,
} from "./media.ts";
export { importFile, type Published, readPublished, startPublished } from "./publish.ts";
export { newestVersion, readShown, readVersion } from "./versions.ts";

type Kept = { id: number; community: Promise<Community | null> };
/** The last one is kept: every call of a page that shows it asks for it, and it takes a while to read. */
const keptOf = oncePerStore(() => ({ last: null as Kept | null }));

const readCommunity = async (reader: VersionReader, id: number): Promise<Community | null> => {
  const document = Number.isSafeInteger(id) && id >= 0 ? await readVersion(reader, id) : null;
  if (document === null) return null;
  const { readDocument } = await loadReader();
  return readDocument(reader.config.communityFile.machine, document).community;
};

/**
 * What would be so if a version were published again.
 * @returns null where there is no such version, or this program would not accept what it says.
 */
export const versionConfig = async (
  reader: Reader & { readonly config: Config },
  id: number,
): Promise<Config | null> => {
  const kept = keptOf(reader);
  if (kept.last?.id !== id) {
    const made: Kept = { id, community: readCommunity(reader, id) };
    kept.last = made;
    // What could not be read is asked for again.
    made.community.catch(() => {
      if (kept.last === made) kept.last = null;
    });
  }
  const community = await kept.last.community;
  return community && { ...reader.config, community, siteVersion: id };
};

/** The maintenance that the site is in; null where it is in none. */
export const readMaintenance = async ({ tables, select }: Reader): Promise<Maintenance | null> => {
  const { maintenance: t } = tables;
  const [row] = await select().from(t).where(isNull(t.endedAt)).orderBy(desc(t.id)).limit(1);
  if (row === undefined) return null;
  const { id, reason, begunAt, expectedEnd } = row;
  return {
    id,
    reason,
    begunAt: begunAt.toISOString(),
    expectedEnd: expectedEnd?.toISOString() ?? null,
  };
};

/** Makes the picture for small places; null where the picture is small itself. It rejects where it is none. */
type MakeSmall = (
  bytes: Uint8Array<ArrayBuffer>,
  size: Pick<Picture, "width" | "height">,
) => Promise<Uint8Array | null>;

/**
 * Makes the pictures for small places that are missing: those of before there were any. One that cannot be
 * read is shown in full, as before.
 * @param signal stops between two pictures.
 */
export const makeSmallMedia = async (
  { read, write, log, tables: { sitePictures: t } }: Ctx,
  makeSmall: MakeSmall,
  signal: AbortSignal,
): Promise<void> => {
  const isLarge = or(gt(t.width, SMALL_EDGE_PX), gt(t.height, SMALL_EDGE_PX));
  let after = "";
  while (!signal.aborted) {
    const [next] = await read
      .select({ key: t.key, body: t.body, width: t.width, height: t.height })
      .from(t)
      .where(and(gt(t.key, after), isNull(t.small), isLarge))
      .orderBy(asc(t.key))
      .limit(1);
    if (next === undefined) return;
    after = next.key;
    const { key, body, ...size } = next;
    const small = await makeSmall(new Uint8Array(body), size).catch(() => null);
    if (small === null) {
      log.warn("site.picture_not_small", { key });
      continue;
    }
    await write(async (tx) => {
      await tx
        .update(t)
        .set({ small: Buffer.from(small) })
        .where(and(eq(t.key, key), isNull(t.small)));
    });
  }
};
