import { keepPicture } from "#server/modules/pictures/index.ts";
import {
  changeCatalogue,
  readCatalogue,
  type ShopContext,
  type ShownPackage,
} from "./catalogue.ts";

/** Pictures that are asked for at once. */
const AT_ONCE = 4;
/** The store may change a picture under its address. */
const LOOKED_AT_AGAIN_MS = 24 * 60 * 60_000;

const isDue = ({ imageSource, imageAt }: ShownPackage, nowMs: number) =>
  imageSource !== null && (imageAt === null || nowMs - Date.parse(imageAt) >= LOOKED_AT_AGAIN_MS);

type Found = { source: string; picture: Uint8Array<ArrayBuffer> | null };

const findPictures = async (
  { shopfront }: ShopContext,
  due: readonly ShownPackage[],
): Promise<Found[]> => {
  const sources = due.flatMap(({ imageSource }) => imageSource ?? []);
  const found = await Promise.all(
    sources.map(async (source) => ({ source, picture: await shopfront.pictureAt(source) })),
  );
  return found.flatMap(({ source, picture }) =>
    picture === "unreachable" ? [] : [{ source, picture: picture === "none" ? null : picture }],
  );
};

const keepFound = (ctx: ShopContext, found: readonly Found[]): Promise<void> =>
  changeCatalogue(ctx, async (present, tx) => {
    const { store, clock } = ctx;
    const imageAt = clock.now().toISOString();
    const images = new Map<string, string | null>();
    for (const { source, picture } of found)
      images.set(source, picture === null ? null : await keepPicture(store, tx, clock, picture));
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
export const keepPictures = async (ctx: ShopContext, signal: AbortSignal): Promise<void> => {
  const nowMs = ctx.clock.now().getTime();
  const packages = (await readCatalogue(ctx.store))?.packages ?? [];
  const due = packages.filter((one) => isDue(one, nowMs));
  for (let at = 0; at < due.length && !signal.aborted; at += AT_ONCE) {
    const found = await findPictures(ctx, due.slice(at, at + AT_ONCE));
    if (found.length > 0) await keepFound(ctx, found);
  }
};

/** The pictures that the shop shows: they are nobody's to remove. */
export const shownPictures = async ({ store }: Pick<ShopContext, "store">): Promise<string[]> =>
  ((await readCatalogue(store))?.packages ?? []).flatMap(({ image }) => image ?? []);
