import { mkdir, rename } from "node:fs/promises";
import { extname, join } from "node:path";
import { eq } from "drizzle-orm";
import type { SiteDocument } from "#server/config/community-file.ts";
import type { Reader } from "#server/store/store.ts";
import { existingMedia, keyOf, mediaKeysIn, type Picture } from "./media.ts";

/** Where the pictures of a document lie that is in this file: for `den.toml` in `den.pictures`. */
export const picturesFolder = (file: string): string =>
  `${file.slice(0, file.length - extname(file).length)}.pictures`;

const fileOf = (folder: string, key: string) => join(folder, `${key}.webp`);

/** How many pictures of this site a document names. */
export const countMedia = async (reader: Reader, document: SiteDocument): Promise<number> =>
  (await existingMedia(reader, mediaKeysIn(document))).size;

/** Writes the pictures that a document names into a folder. @returns how many. */
export const writeMedia = async (
  reader: Reader,
  document: SiteDocument,
  folder: string,
): Promise<number> => {
  const { sitePictures: t } = reader.tables;
  const keys = await existingMedia(reader, mediaKeysIn(document));
  if (keys.size > 0) await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const key of keys) {
    const [found] = await reader.select({ body: t.body }).from(t).where(eq(t.key, key));
    if (found === undefined) continue;
    const file = fileOf(folder, key);
    await Bun.write(`${file}.new`, found.body);
    await rename(`${file}.new`, file);
  }
  return keys.size;
};

/**
 * Reads the pictures that a document names and that are not here yet from a folder. What is not what its
 * name says is left out, as if it were not there.
 * @param pictureOf a file as this site keeps pictures; null for anything else.
 */
export const readMedia = async (
  reader: Reader,
  document: SiteDocument,
  folder: string,
  pictureOf: (bytes: Uint8Array<ArrayBuffer>) => Promise<Picture | null>,
): Promise<Picture[]> => {
  const keys = mediaKeysIn(document);
  const existing = await existingMedia(reader, keys);
  const pictures: Picture[] = [];
  for (const key of keys) {
    const file = Bun.file(fileOf(folder, key));
    if (existing.has(key) || !(await file.exists())) continue;
    const bytes = new Uint8Array(await file.arrayBuffer());
    const picture = await pictureOf(bytes);
    if (picture !== null && keyOf(picture) === key) pictures.push(picture);
  }
  return pictures;
};
