import { createHash } from "node:crypto";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { and, asc, eq, gt, inArray, isNotNull, lt } from "drizzle-orm";
import type { Ctx, Tx } from "#server/context/context.ts";
import { keyset } from "#server/store/cursor.ts";
import type { Reader } from "#server/store/store.ts";
import type { Platform } from "#shared/constants/accounts.ts";
import { DAY_MS } from "#shared/constants/time.ts";

/** Few enough for no visitor to wait for them. */
const SLICE = 500;

type LinkedPicture = { userId: string; platform: Platform; imageUrl: string | null };

/** Walks through all links, slice by slice. @param signal stops between two slices. */
export async function* linkedPictures(
  reader: Reader,
  signal: AbortSignal,
): AsyncGenerator<readonly LinkedPicture[]> {
  const { links } = reader.tables;
  const order = keyset({ userId: links.userId, platform: links.platform });
  let cursor: string | null = null;
  while (!signal.aborted) {
    const slice: LinkedPicture[] = await reader
      .select({ userId: links.userId, platform: links.platform, imageUrl: links.imageUrl })
      .from(links)
      .where(order.before(cursor))
      .orderBy(...order.order)
      .limit(SLICE);
    const last = slice.at(-1);
    if (last === undefined) return;
    yield slice;
    cursor = order.cursorOf(last);
    await yieldToEventLoop();
  }
}

/** As all pictures are kept. */
const PICTURE_TYPE = "image/webp";

const ADDRESS = /^\/pictures\/([\da-f]{64})\.webp$/;

/** Where the site serves the picture of a hash. */
const pictureAddress = (hash: string): string => `/pictures/${hash}.webp`;

/** The hash that an address of ours names; null for every other address. */
export const hashInAddress = (address: string): string | null => ADDRESS.exec(address)?.[1] ?? null;

/**
 * Keeps a small picture, in the caller's transaction, under the hash of its bytes. One that is there
 * already counts as new: what looks for pictures that nobody needs leaves it alone for a day.
 * @param bytes WebP, 64 kB at most.
 * @returns the address at which the site serves it.
 */
export const keepPicture = async (tx: Tx, bytes: Uint8Array): Promise<string> => {
  const { assets } = tx.tables;
  const hash = createHash("sha256").update(bytes).digest("hex");
  const createdAt = tx.clock.now();
  await tx
    .insert(assets)
    .values({ hash, type: PICTURE_TYPE, body: Buffer.from(bytes), createdAt })
    .onConflictDoUpdate({ target: assets.hash, set: { createdAt } });
  return pictureAddress(hash);
};

/** A picture that the site keeps, by its address; null where there is none. */
export const findPicture = async (
  reader: Reader,
  address: string,
): Promise<{ hash: string; type: string; body: Uint8Array } | null> => {
  const hash = hashInAddress(address);
  if (hash === null) return null;
  const { assets } = reader.tables;
  const [row] = await reader
    .select({ hash: assets.hash, type: assets.type, body: assets.body })
    .from(assets)
    .where(eq(assets.hash, hash));
  return row ?? null;
};

/** Longer than a proof lives: until then a picture may find its link yet. */
const SPARED_MS = DAY_MS;

/** The hashes of all pictures that a link or a proof shows, and of these. */
const findNeeded = async (
  { tables, read }: Ctx,
  shown: readonly string[],
  signal: AbortSignal,
): Promise<Set<string>> => {
  const { proofs } = tables;
  const needed = new Set<string>();
  const note = (rows: readonly { imageUrl: string | null }[]) => {
    for (const { imageUrl } of rows) {
      const hash = hashInAddress(imageUrl ?? "");
      if (hash !== null) needed.add(hash);
    }
  };
  note(shown.map((imageUrl) => ({ imageUrl })));
  note(
    await read.select({ imageUrl: proofs.imageUrl }).from(proofs).where(isNotNull(proofs.imageUrl)),
  );
  for await (const slice of linkedPictures(read, signal)) note(slice);
  return needed;
};

/**
 * Removes the pictures that nobody shows any more, a day or two after they were last kept.
 * @param shown addresses of those that are shown otherwise than by accounts, such as by the shop.
 * @param signal stops between two slices.
 */
export const forgetPictures = async (
  context: Ctx,
  shown: readonly string[],
  signal: AbortSignal,
): Promise<void> => {
  const { clock } = context;
  const { assets } = context.tables;
  const isOld = lt(assets.createdAt, new Date(clock.now().getTime() - SPARED_MS));
  const needed = await findNeeded(context, shown, signal);
  let after = "";
  while (!signal.aborted) {
    const slice = await context.read
      .select({ hash: assets.hash })
      .from(assets)
      .where(and(gt(assets.hash, after), isOld))
      .orderBy(asc(assets.hash))
      .limit(SLICE);
    const last = slice.at(-1);
    if (last === undefined) return;
    after = last.hash;
    const useless = slice.map(({ hash }) => hash).filter((hash) => !needed.has(hash));
    // Looked at again: a picture that was kept meanwhile is not old any more.
    if (useless.length > 0)
      await context.write(async (tx) => {
        await tx.delete(assets).where(and(inArray(assets.hash, useless), isOld));
      });
    await yieldToEventLoop();
  }
};
