import { eq } from "drizzle-orm";
import type { Reader } from "#server/store/store.ts";
import { hashInAddress } from "./address.ts";

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
