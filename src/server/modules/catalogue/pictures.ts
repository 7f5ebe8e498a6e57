import type { Ctx } from "#server/context/context.ts";
import { keepPicture } from "#server/modules/pictures/index.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import { changeCatalogue, readCatalogue, type ShownPackage } from "./catalogue.ts";

/** Pictures that are asked for at once. */
const AT_ONCE = 4;
/** Tebex may change a picture under its address. */
const LOOKED_AT_AGAIN_MS = DAY_MS;

const isDue = ({ imageSource, imageAt }: ShownPackage, nowMs: number) =>
  imageSource !== null && (imageAt === null || nowMs - Date.parse(imageAt) >= LOOKED_AT_AGAIN_MS);

type Found = { source: string; picture: Uint8Array<ArrayBuffer> | null };

const findPictures = async ({ shopfront }: Ctx, due: readonly ShownPackage[]): Promise<Found[]> => {
  const sources = due.flatMap(({ imageSource }) => imageSource ?? []);
  const found = await Promise.all(
    sources.map(async (source) => ({ source, picture: await shopfront.pictureAt(source) })),
  );
  return found.flatMap(({ source, picture }) =>
    picture === "unreachable" ? [] : [{ source, picture: picture === "none" ? null : picture }],
  );
};

const keepFound = (ctx: Ctx, found: readonly Found[]): Promise<void> =>
  changeCatalogue(ctx, async (present, tx) => {
    const { clock } = ctx;
    const imageAt = clock.now().toISOString();
    const images = new Map<string, string | null>();
    for (const { source, picture } of found)
      images.set(source, picture === null ? null : await keepPicture(tx, picture));
    const packages = present.packages.map((one) => {
      const image = images.get(one.imageSource ?? "");
      return image === undefined ? one : { ...one, image, imageAt };
    });
    return { ...present, packages };
  });

/**
 * Makes pictures of packages the site's own. One that cannot be had now is asked for another time.
 * @param signal stops between a few of them and the next.
 */
export const keepPictures = async (ctx: Ctx, signal: AbortSignal): Promise<void> => {
  const nowMs = ctx.clock.now().getTime();
  const packages = (await readCatalogue(ctx.read))?.packages ?? [];
  const due = packages.filter((one) => isDue(one, nowMs));
  for (let at = 0; at < due.length && !signal.aborted; at += AT_ONCE) {
    const found = await findPictures(ctx, due.slice(at, at + AT_ONCE));
    if (found.length > 0) await keepFound(ctx, found);
  }
};

/** The pictures that the shop shows: they are nobody's to remove. */
export const shownPictures = async ({ read }: Ctx): Promise<string[]> =>
  ((await readCatalogue(read))?.packages ?? []).flatMap(({ image }) => image ?? []);
