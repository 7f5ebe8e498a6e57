import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Tx } from "#server/context/context.ts";
import type { Reader } from "#server/store/store.ts";

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
