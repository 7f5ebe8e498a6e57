import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { and, asc, desc, gt, inArray, isNotNull, lt } from "drizzle-orm";
import type { Ctx } from "#server/context/context.ts";
import type { Reader } from "#server/store/store.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import { mediaKeysIn } from "./media.ts";

/** Whoever uploads a picture has so long to put it somewhere. */
const SPARED_MS = 7 * DAY_MS;
/** Few enough for no visitor to wait for them. */
const PICTURES_AT_ONCE = 500;
const TEXTS_AT_ONCE = 20;

/** What is not there to stay: drafts and posts, and drafts of posts, in full; JSON as what it says. */
const writtenNow = async function* ({ select, tables }: Reader): AsyncGenerator {
  const { siteDrafts, news, newsDrafts } = tables;
  const drafts = await select({ text: siteDrafts.content })
    .from(siteDrafts)
    .where(isNotNull(siteDrafts.content));
  for (const { text } of drafts) yield JSON.parse(text ?? "null") as unknown;
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

/** What versions say, the newest first, of those with an id below `before`. */
const versionsBelow = async function* (
  { select, tables: { siteVersions: t } }: Reader,
  before: number,
): AsyncGenerator<{ id: number; document: string }> {
  let below = before;
  while (true) {
    // One at a time: each may have two megabytes.
    const [version] = await select({ id: t.id, document: t.document })
      .from(t)
      .where(lt(t.id, below))
      .orderBy(desc(t.id))
      .limit(1);
    if (version === undefined) return;
    yield version;
    below = version.id;
    await yieldToEventLoop();
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
    for (const { document } of since) strike(unused, JSON.parse(document) as unknown);
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
    for await (const { document } of versionsBelow(read, (newest?.id ?? 0) + 1)) {
      if (unused.size === 0 || signal.aborted) break;
      strike(unused, JSON.parse(document) as unknown);
    }
    if (signal.aborted) return;
    if (unused.size > 0) await removeUnused(ctx, [...unused], newest?.id ?? 0);
  }
};
