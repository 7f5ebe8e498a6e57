import { and, asc, eq, gt, isNull, or } from "drizzle-orm";
import type { Ctx } from "#server/context/context.ts";
import { SMALL_EDGE_PX } from "#shared/rules/media.ts";
import type { Picture } from "./media.ts";

export { type CheckedSite, checkFile, checkPublished } from "./check.ts";
export { draftConfig } from "./draft-state.ts";
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
export { versionConfig } from "./version-config.ts";
export { newestVersion, readVersion } from "./versions.ts";

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
