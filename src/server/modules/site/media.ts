import { createHash } from "node:crypto";
import { mkdir, rename } from "node:fs/promises";
import { extname, join } from "node:path";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { and, asc, desc, eq, gt, inArray, isNotNull, lt } from "drizzle-orm";
import { assertMay } from "#server/access/rights.ts";
import type { SiteDocument } from "#server/config/community-file.ts";
import type { Ctx, MemberCtx } from "#server/context/context.ts";
import type { Reader, TimedTx } from "#server/store/store.ts";
import type { SiteSection } from "#shared/constants/site.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import { mediaAddress, mediaKey } from "#shared/rules/community.ts";
import type { SiteProblem } from "#shared/schemas/site-document.ts";
import { SITE_VERSIONS } from "#shared/site-publishing-messages.ts";
import { readJson, versionsUpTo } from "./versions.ts";

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
const mediaKeysIn = (value: unknown): Set<string> =>
  new Set(namedIn(value).flatMap(({ address }) => ADDRESS.exec(address)?.[1] ?? []));

/** Those of these keys that there are. */
const existingMedia = async (
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

/** Whoever uploads a picture has so long to put it somewhere. */
const SPARED_MS = 7 * DAY_MS;
/** Few enough for no visitor to wait for them. */
const PICTURES_AT_ONCE = 500;
const TEXTS_AT_ONCE = 20;

/** What JSON says; of what nobody can read any more the text, which may name pictures all the same. */
const writtenIn = (text: string): unknown =>
  readJson(text) ?? text.replaceAll(String.raw`\n`, "\n");

/** What is not there to stay: drafts and posts, and drafts of posts, in full; JSON as what it says. */
const writtenNow = async function* ({ select, tables }: Reader): AsyncGenerator {
  const { siteDrafts, news, newsDrafts } = tables;
  const drafts = await select({ text: siteDrafts.content })
    .from(siteDrafts)
    .where(isNotNull(siteDrafts.content));
  for (const { text } of drafts) yield writtenIn(text ?? "");
  const ofPosts = await select({ content: newsDrafts.content }).from(newsDrafts);
  for (const { content } of ofPosts) yield content;
  let after = 0;
  while (true) {
    const posts: { id: number; text: string }[] = await select({ id: news.id, text: news.text })
      .from(news)
      .where(gt(news.id, after))
      .orderBy(asc(news.id))
      .limit(TEXTS_AT_ONCE);
    for (const { text } of posts) yield text;
    const last = posts.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
};

/** @param written no JSON, in which a letter stands before what begins a line. */
const strike = (unused: Set<string>, written: unknown) => {
  for (const key of mediaKeysIn(written)) unused.delete(key);
};

/** Removes those of these pictures that nothing names, now that nothing else is written meanwhile. */
const removeUnused = (ctx: Ctx, keys: readonly string[], newest: number): Promise<void> =>
  ctx.write(async (tx) => {
    const { sitePictures: t, siteVersions } = tx.tables;
    const unused = new Set(keys);
    for await (const text of writtenNow(tx)) strike(unused, text);
    const since = await tx
      .select({ document: siteVersions.document })
      .from(siteVersions)
      .where(gt(siteVersions.id, newest));
    for (const { document } of since) strike(unused, writtenIn(document));
    // Looked at again: one that was uploaded once more meanwhile is not old any more.
    const isOld = lt(t.createdAt, new Date(tx.clock.now().getTime() - SPARED_MS));
    if (unused.size > 0) await tx.delete(t).where(and(inArray(t.key, [...unused]), isOld));
  });

/**
 * Removes the pictures of the document that no version, draft or post has named for a week. Whatever a
 * version names stays, since versions do.
 * @param signal stops between two slices.
 */
export const forgetMedia = async (ctx: Ctx, signal: AbortSignal): Promise<void> => {
  const { read, clock } = ctx;
  const { sitePictures: t, siteVersions } = ctx.tables;
  const isOld = lt(t.createdAt, new Date(clock.now().getTime() - SPARED_MS));
  let after = "";
  while (!signal.aborted) {
    const slice = await read
      .select({ key: t.key })
      .from(t)
      .where(and(gt(t.key, after), isOld))
      .orderBy(asc(t.key))
      .limit(PICTURES_AT_ONCE);
    const last = slice.at(-1);
    if (last === undefined) return;
    after = last.key;
    const [newest] = await read
      .select({ id: siteVersions.id })
      .from(siteVersions)
      .orderBy(desc(siteVersions.id))
      .limit(1);
    const unused = new Set(slice.map(({ key }) => key));
    for await (const text of writtenNow(read)) strike(unused, text);
    for await (const { document } of versionsUpTo(read, newest?.id ?? 0)) {
      if (unused.size === 0 || signal.aborted) break;
      strike(unused, writtenIn(document));
      await yieldToEventLoop();
    }
    if (signal.aborted) return;
    if (unused.size > 0) await removeUnused(ctx, [...unused], newest?.id ?? 0);
  }
};
