import { and, eq } from "drizzle-orm";
import type { Ctx } from "#server/context/context.ts";
import { hashInAddress, keepPicture, linkedPictures } from "#server/modules/pictures/index.ts";

/** So many in a row, and it is Discord that cannot be reached, not a picture. */
const UNREACHABLE_MAX = 10;

/**
 * Fetches a picture and makes it small.
 * @returns `none` where there is none, `unreachable` where there may be one another time.
 */
export type FetchSmall = (address: string) => Promise<Uint8Array | "none" | "unreachable">;

/**
 * Takes in the pictures of links that were made when pictures were still shown from where the
 * provider has them. What is not below the configured base is nobody's picture; one that cannot be
 * reached is asked for again another time, and the others are not kept waiting for it.
 * @param signal stops between two pictures.
 */
export const adoptPictures = async (
  { tables, read, write, config }: Ctx,
  fetchSmall: FetchSmall,
  signal: AbortSignal,
): Promise<void> => {
  const { links } = tables;
  if (config.discord === null) return;
  const base = `${config.discord.cdnBase}/avatars/`;
  let unreachable = 0;
  for await (const slice of linkedPictures(read, signal))
    for (const { userId, platform, imageUrl } of slice) {
      if (imageUrl === null || hashInAddress(imageUrl) !== null) continue;
      if (signal.aborted) return;
      const found = imageUrl.startsWith(base) ? await fetchSmall(imageUrl) : "none";
      unreachable = found === "unreachable" ? unreachable + 1 : 0;
      if (unreachable === UNREACHABLE_MAX) return;
      if (found === "unreachable") continue;
      await write(async (tx) => {
        const kept = found === "none" ? null : await keepPicture(tx, found);
        await tx
          .update(links)
          .set({ imageUrl: kept })
          .where(
            and(
              eq(links.userId, userId),
              eq(links.platform, platform),
              eq(links.imageUrl, imageUrl),
            ),
          );
      });
    }
};
