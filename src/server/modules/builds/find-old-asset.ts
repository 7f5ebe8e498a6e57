import { eq } from "drizzle-orm";
import type { Reader } from "#server/store/store.ts";

/** A hashed file of an older build, by its address; null where none is kept. Brotli-packed. */
export const findOldAsset = async (
  reader: Reader,
  path: string,
): Promise<{ type: string; packed: Uint8Array } | null> => {
  const { buildAssets } = reader.tables;
  const [row] = await reader
    .select({ type: buildAssets.type, packed: buildAssets.body })
    .from(buildAssets)
    .where(eq(buildAssets.path, path));
  return row ?? null;
};
