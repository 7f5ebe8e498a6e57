import { createHash } from "node:crypto";
import type { Tx } from "#server/context/context.ts";
import { PICTURE_TYPE, pictureAddress } from "./address.ts";

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
