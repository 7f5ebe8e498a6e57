import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { and, asc, gt, inArray, isNotNull, lt } from "drizzle-orm";
import type { Ctx } from "#server/context/context.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import { hashInAddress } from "./kept.ts";
import { linkedPictures } from "./linked.ts";

export { hashInAddress, findPicture, keepPicture } from "./kept.ts";
export { linkedPictures } from "./linked.ts";

/** Few enough for no visitor to wait for them. */
const SLICE = 500;
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
