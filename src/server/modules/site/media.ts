import { createHash } from "node:crypto";
import { eq, inArray } from "drizzle-orm";
import { assertMay } from "#server/access/rights.ts";
import type { SiteDocument } from "#server/config/community-file.ts";
import type { MemberCtx } from "#server/context/context.ts";
import type { Reader, TimedTx } from "#server/store/store.ts";
import { mediaAddress, mediaKey } from "#shared/rules/media.ts";
import type { SiteProblem, SiteSection } from "#shared/schemas/site-document.ts";
import { SITE_VERSIONS } from "#shared/site-version-messages.ts";

/** Keys of before their size was part of them are served, too. */
const ADDRESS = /^\/media\/([\da-f]{32}(?:-\d{1,4}x\d{1,4})?)(\.small)?\.webp$/;
/** Wherever a text names a picture; what belongs to a longer address is another site's. */
const NAMED = /(?<![\w./-])\/media\/[\w-]+(?:\/[\w-]+)*\.(?:png|jpg|webp)/g;
/** So many keys are asked for at once. */
const KEYS_AT_ONCE = 200;

/** A picture as it is kept: WebP. */
export type Picture = {
  bytes: Uint8Array;
  width: number;
  height: number;
  /** The same for small places; null where it is small itself. */
  small: Uint8Array | null;
};

/** Names a picture for good: it follows from the bytes, and ends with the size. */
export const keyOf = ({ bytes, width, height }: Omit<Picture, "small">): string =>
  mediaKey(createHash("sha256").update(bytes).digest("hex").slice(0, 32), { width, height });

/**
 * Keeps a picture in the caller's transaction. One that is there already counts as new: what looks for
 * pictures that nothing names leaves it alone for a while.
 * @param createdBy a user's id; empty for a command.
 * @returns its key.
 */
export const insertMedia = async (
  tx: TimedTx,
  picture: Picture,
  createdBy: string,
): Promise<string> => {
  const { bytes, width, height } = picture;
  const small = picture.small === null ? null : Buffer.from(picture.small);
  const { sitePictures: t } = tx.tables;
  const key = keyOf(picture);
  const createdAt = tx.clock.now();
  await tx
    .insert(t)
    .values({ key, body: Buffer.from(bytes), width, height, createdAt, createdBy, small })
    .onConflictDoUpdate({ target: t.key, set: { createdAt, small } });
  return key;
};

/** Keeps a picture that an Admin gives. */
export const keepMedia = (
  ctx: MemberCtx,
  picture: Picture,
): Promise<{ key: string; width: number; height: number }> =>
  ctx.write(async (tx) => {
    await assertMay(tx, "site");
    await tx.count("sitePicturesByMember", tx.actor.userId);
    const key = await insertMedia(tx, picture, tx.actor.userId);
    const { width, height } = picture;
    return { key, width, height };
  });

/**
 * A picture by the path at which it is served, in full or for small places; null where there is none.
 * @returns with what tells it from the other of the two.
 */
export const findMedia = async (
  { select, tables }: Reader,
  path: string,
): Promise<{ tag: string; body: Uint8Array } | null> => {
  const [, key, small = ""] = ADDRESS.exec(path) ?? [];
  if (key === undefined) return null;
  const { sitePictures: t } = tables;
  if (small !== "") {
    const [found] = await select({ body: t.small }).from(t).where(eq(t.key, key));
    if (found?.body != null) return { tag: key + small, body: found.body };
  }
  const [found] = await select({ body: t.body }).from(t).where(eq(t.key, key));
  return found === undefined ? null : { tag: key, body: found.body };
};

type Named = { address: string; path: (string | number)[] };

/** Every picture that a value names, and where; the same one may be named in several places. */
const namedIn = (value: unknown, path: (string | number)[] = []): Named[] => {
  if (typeof value === "string")
    return [...new Set(value.match(NAMED))].map((address) => ({ address, path }));
  if (Array.isArray(value)) return value.flatMap((one, index) => namedIn(one, [...path, index]));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => namedIn(one, [...path, name]));
};

/** The keys of the pictures of this site that a value names: a document, a part of it, or a text. */
export const mediaKeysIn = (value: unknown): Set<string> =>
  new Set(namedIn(value).flatMap(({ address }) => ADDRESS.exec(address)?.[1] ?? []));

/** Those of these keys that there are. */
export const existingMedia = async (
  { select, tables: { sitePictures: t } }: Reader,
  keys: ReadonlySet<string>,
): Promise<Set<string>> => {
  const asked = [...keys];
  const found = new Set<string>();
  for (let at = 0; at < asked.length; at += KEYS_AT_ONCE) {
    const some = asked.slice(at, at + KEYS_AT_ONCE);
    for (const { key } of await select({ key: t.key }).from(t).where(inArray(t.key, some)))
      found.add(key);
  }
  return found;
};

/** The first picture that a text names and this site does not have; null where it has them all. */
export const missingMediaIn = async (reader: Reader, text: string): Promise<string | null> => {
  const named = namedIn(text);
  if (named.length === 0) return null;
  const existing = await existingMedia(reader, mediaKeysIn(text));
  const known = new Set([...existing].map(mediaAddress));
  return named.find(({ address }) => !known.has(address))?.address ?? null;
};

/** What is wrong with these sections of a document: pictures that they name, and that are not there. */
export const missingMedia = async (
  reader: Reader,
  document: SiteDocument,
  sections: readonly SiteSection[],
): Promise<(SiteProblem & { address: string })[]> => {
  const named = sections.flatMap((section) =>
    namedIn(document[section]).map(({ address, path }) => ({ section, address, path })),
  );
  if (named.length === 0) return [];
  const keys = mediaKeysIn(named.map(({ address }) => address));
  const known = new Set([...(await existingMedia(reader, keys))].map(mediaAddress));
  return named
    .filter(({ address }) => !known.has(address))
    .map(({ section, path, address }) => ({
      section,
      path,
      address,
      message: SITE_VERSIONS.missingPicture(address),
      level: "error",
      code: "invalid",
    }));
};
