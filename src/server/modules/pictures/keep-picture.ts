import { createHash } from "node:crypto";
import type { Clock } from "#server/clock.ts";
import type { Store, Tx } from "#server/store/store.ts";
import { PICTURE_TYPE, pictureAddress } from "./address.ts";

/**
 * Keeps a small picture, in the caller's transaction, under the hash of its bytes. One that is there
 * already counts as new: what looks for pictures that nobody needs leaves it alone for a day.
 * @param bytes WebP, 64 kB at most.
 * @returns the address at which the site serves it.
 */
export const keepPicture = async (
  store: Store,
  tx: Tx,
  clock: Clock,
  bytes: Uint8Array,
): Promise<string> => {
  const { assets } = store.tables;
  const hash = createHash("sha256").update(bytes).digest("hex");
  const createdAt = clock.now();
  await tx
    .insert(assets)
    .values({ hash, type: PICTURE_TYPE, body: Buffer.from(bytes), createdAt })
    .onConflictDoUpdate({ target: assets.hash, set: { createdAt } });
  return pictureAddress(hash);
};
