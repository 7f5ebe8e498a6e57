import { setImmediate as others } from "node:timers/promises";
import { and, asc, gt, inArray, isNotNull, lt } from "drizzle-orm";
import type { Clock } from "#server/clock.ts";
import type { Store } from "#server/store/store.ts";
import { hashInAddress } from "./address.ts";
import { linkedPictures } from "./linked-pictures.ts";

type Context = { store: Store; clock: Clock };

/** Few enough for no visitor to wait for them. */
const SLICE = 500;
/** Longer than a proof lives: until then a picture may find its link yet. */
const SPARED_MS = 24 * 60 * 60_000;

/** The hashes of all pictures that a link or a proof shows, and of these. */
const findNeeded = async (
  { store }: Context,
  shown: readonly string[],
  signal: AbortSignal,
): Promise<Set<string>> => {
  const { proofs } = store.tables;
  const needed = new Set<string>();
  const note = (rows: readonly { imageUrl: string | null }[]) => {
    for (const { imageUrl } of rows) {
      const hash = hashInAddress(imageUrl ?? "");
      if (hash !== null) needed.add(hash);
    }
  };
  note(shown.map((imageUrl) => ({ imageUrl })));
  note(
    await store.read
      .select({ imageUrl: proofs.imageUrl })
      .from(proofs)
      .where(isNotNull(proofs.imageUrl)),
  );
  for await (const slice of linkedPictures(store, signal)) note(slice);
  return needed;
};

/**
 * Removes the pictures that nobody shows any more, a day or two after they were last kept.
 * @param shown addresses of those that are shown otherwise than by accounts, such as by the shop.
 * @param signal stops between two slices.
 */
export const forgetPictures = async (
  context: Context,
  shown: readonly string[],
  signal: AbortSignal,
): Promise<void> => {
  const { store, clock } = context;
  const { assets } = store.tables;
  const isOld = lt(assets.createdAt, new Date(clock.now().getTime() - SPARED_MS));
  const needed = await findNeeded(context, shown, signal);
  let after = "";
  while (!signal.aborted) {
    const slice = await store.read
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
      await store.write(async (tx) => {
        await tx.delete(assets).where(and(inArray(assets.hash, useless), isOld));
      });
    await others();
  }
};
