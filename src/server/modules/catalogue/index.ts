import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { z } from "zod";
import type { Community } from "#server/config/community.ts";
import type { Ctx, Tx } from "#server/context/context.ts";
import { keepPicture } from "#server/modules/pictures/index.ts";
import { type ShopApi, ShopFailure, type TebexPackage } from "#server/providers/ports/outside.ts";
import { readSetting, type Setting, writeSetting } from "#server/store/settings.ts";
import type { Reader } from "#server/store/store.ts";
import { PACKAGE_TYPES } from "#shared/constants/shop.ts";
import { DAY_MS } from "#shared/constants/time.ts";

/**
 * Whether the shop sells a package: it gives points, a tier or something in a game, or its owner has
 * marked it as one that gives nothing [SHOP-24].
 */
export const isSold = ({ shop }: Pick<Community, "shop">, packageId: number): boolean => {
  const gives = shop.packages.find(({ id }) => id === packageId);
  if (gives === undefined) return false;
  const { points, tier, deliveries, givesNothing } = gives;
  return points > 0 || tier !== null || deliveries.length > 0 || givesNothing === true;
};

const shownPackage = z.object({
  id: z.int(),
  name: z.string(),
  type: z.enum(PACKAGE_TYPES),
  totalPrice: z.number(),
  netPrice: z.number(),
  currency: z.string(),
  /** HTML that has been cleaned. */
  description: z.string(),
  /** Where the site serves its picture. */
  image: z.string().nullable(),
  /** Where Tebex has it, below the configured base, and when it was last asked for. */
  imageSource: z.string().nullable(),
  imageAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable(),
  userLimit: z.int().nullable().default(null),
});
export type ShownPackage = z.infer<typeof shownPackage>;

const catalogue = z.object({
  /** When Tebex said so. */
  fetchedAt: z.iso.datetime(),
  /** Whether it has been silent since. */
  isStale: z.boolean(),
  packages: z.array(shownPackage),
});
export type Catalogue = z.infer<typeof catalogue>;

/** One that another version of the program has written differently is asked for again. */
const CATALOGUE: Setting<Catalogue | null> = {
  key: "shop.catalogue",
  schema: catalogue.nullable().catch(null),
};

/** What Tebex last said that it sells; null where it never did. */
export const readCatalogue = (reader: Reader): Promise<Catalogue | null> =>
  readSetting(reader, CATALOGUE);

/**
 * Changes the catalogue in one transaction.
 * @param change of what is there; null leaves it as it is.
 */
const changeCatalogue = (
  { write }: Ctx,
  change: (present: Catalogue, tx: Tx) => Promise<Catalogue | null>,
): Promise<void> =>
  write(async (tx) => {
    const present = await readCatalogue(tx);
    const changed = present === null ? null : await change(present, tx);
    if (changed !== null) await writeSetting(tx, CATALOGUE, changed);
  });

/** The address as it is if it lies below the base, wherever dots in it lead; null otherwise. */
const below = (base: string | undefined, address: string | null): string | null => {
  const url = address === null ? null : URL.parse(address);
  return base !== undefined && url?.href.startsWith(`${base}/`) === true ? url.href : null;
};

const show = async (
  { config, shopfront }: Ctx,
  raw: TebexPackage,
  known: ShownPackage | undefined,
): Promise<ShownPackage> => {
  const { id, type, totalPrice, netPrice, currency, expiresAt, userLimit } = raw;
  const imageSource = below(config.tebex?.picturesBase, raw.image);
  const isKnown = imageSource !== null && known?.imageSource === imageSource;
  return {
    id,
    name: shopfront.cleanName(raw.name),
    type,
    totalPrice,
    netPrice,
    currency,
    description: await shopfront.cleanHtml(raw.description),
    image: isKnown ? known.image : null,
    imageSource,
    imageAt: isKnown ? known.imageAt : null,
    expiresAt: expiresAt?.toISOString() ?? null,
    userLimit,
  };
};

const fetchNow = async (ctx: Ctx, api: ShopApi): Promise<Catalogue> => {
  const { clock } = ctx;
  const raw = await api.packages();
  const known = (await readCatalogue(ctx.read))?.packages ?? [];
  const byId = new Map(known.map((one) => [one.id, one]));
  const packages: ShownPackage[] = [];
  for (const one of raw) {
    packages.push(await show(ctx, one, byId.get(one.id)));
    // HTML of many packages takes its time, and visitors have not to wait for it.
    await yieldToEventLoop();
  }
  const fetched = { fetchedAt: clock.now().toISOString(), isStale: false, packages };
  await ctx.write((tx) => writeSetting(tx, CATALOGUE, fetched));
  return fetched;
};

const underWay = new WeakMap<ShopApi, Promise<Catalogue>>();

const askOnce = (api: ShopApi, ask: () => Promise<Catalogue>): Promise<Catalogue> => {
  const present = underWay.get(api);
  if (present !== undefined) return present;
  const asking = ask().finally(() => underWay.delete(api));
  underWay.set(api, asking);
  return asking;
};

/**
 * Asks Tebex what it sells, and keeps the answer; pictures that are new come later. Whoever asks
 * while somebody else does gets the same answer.
 * @throws {ShopFailure} as Tebex's API does.
 */
export const fetchCatalogue = (ctx: Ctx, api: ShopApi): Promise<Catalogue> =>
  askOnce(api, () => fetchNow(ctx, api));

/**
 * What Tebex last said that it sells; where it never did, it is asked, once for all who wait.
 * @throws {ShopFailure} as Tebex's API does.
 */
export const readOrFetchCatalogue = async (ctx: Ctx, api: ShopApi): Promise<Catalogue> => {
  const read = () => readCatalogue(ctx.read);
  // Read again: while this one looked, Tebex may have answered somebody else.
  return (await read()) ?? askOnce(api, async () => (await read()) ?? fetchNow(ctx, api));
};

/** Notes that Tebex does not answer: what is shown is from before. @returns whether that is news. */
export const noteSilence = async (ctx: Ctx): Promise<boolean> => {
  let isFirstSilence = false;
  await changeCatalogue(ctx, async (present) => {
    isFirstSilence = !present.isStale;
    return isFirstSilence ? { ...present, isStale: true } : null;
  });
  return isFirstSilence;
};

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
const keepPictures = async (ctx: Ctx, signal: AbortSignal): Promise<void> => {
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

/** How long what Tebex said is taken for what it says. */
const FRESH_MS = 120_000;

/** A Tebex that has been silent is asked again at once; the clock may have been set back. */
const isFresh = (present: Catalogue | null, nowMs: number) => {
  if (present === null || present.isStale) return false;
  const ageMs = nowMs - Date.parse(present.fetchedAt);
  return ageMs >= 0 && ageMs < FRESH_MS;
};

/**
 * Keeps what the shop shows up to date: asks Tebex every two minutes, and with every run while it
 * does not answer. Does nothing where no shop is configured.
 * @param signal stops between pictures.
 */
export const refreshCatalogue = async (ctx: Ctx, signal: AbortSignal): Promise<void> => {
  const { clock, log, shop } = ctx;
  if (shop === null) return;
  try {
    if (!isFresh(await readCatalogue(ctx.read), clock.now().getTime()))
      await fetchCatalogue(ctx, shop);
  } catch (error) {
    if (!(error instanceof ShopFailure)) throw error;
    const { reason, detail } = error;
    if (await noteSilence(ctx)) log.warn("shop.silent", { reason, detail });
    return;
  }
  await keepPictures(ctx, signal);
};
