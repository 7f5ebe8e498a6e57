import { setImmediate as others } from "node:timers/promises";
import { z } from "zod";
import type { RequestContext } from "#server/context.ts";
import type { StoreApi, StorePackage } from "#server/providers/shop/port.ts";
import { readSetting, type Setting, writeSetting } from "#server/store/settings.ts";
import type { Reader, Store } from "#server/store/store.ts";
import { PACKAGE_TYPES } from "#shared/constants/shop.ts";

export type ShopContext = Pick<
  RequestContext,
  "store" | "clock" | "config" | "log" | "shop" | "shopfront"
>;

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
  /** Where the store has it, below the configured base, and when it was last asked for. */
  imageSource: z.string().nullable(),
  imageAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable(),
});
export type ShownPackage = z.infer<typeof shownPackage>;

const catalogue = z.object({
  /** When the store said so. */
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

/** What the store last said that it sells; null where it never did. */
export const readCatalogue = (store: Store, reader?: Reader): Promise<Catalogue | null> =>
  readSetting(store, CATALOGUE, reader);

/**
 * Changes the catalogue in one transaction.
 * @param change of what is there; null leaves it as it is.
 */
export const changeCatalogue = (
  { store, clock }: Pick<ShopContext, "store" | "clock">,
  change: (present: Catalogue, tx: Parameters<typeof writeSetting>[1]) => Promise<Catalogue | null>,
): Promise<void> =>
  store.write(async (tx) => {
    const present = await readCatalogue(store, tx);
    const changed = present === null ? null : await change(present, tx);
    if (changed !== null) await writeSetting(store, tx, clock, CATALOGUE, changed);
  });

/** The address as it is if it lies below the base, wherever dots in it lead; null otherwise. */
const below = (base: string | undefined, address: string | null): string | null => {
  const url = address === null ? null : URL.parse(address);
  return base !== undefined && url?.href.startsWith(`${base}/`) === true ? url.href : null;
};

const show = async (
  { config, shopfront }: ShopContext,
  told: StorePackage,
  known: ShownPackage | undefined,
): Promise<ShownPackage> => {
  const { id, type, totalPrice, netPrice, currency, expiresAt } = told;
  const imageSource = below(config.tebex?.picturesBase, told.image);
  const isKnown = imageSource !== null && known?.imageSource === imageSource;
  return {
    id,
    name: shopfront.cleanName(told.name),
    type,
    totalPrice,
    netPrice,
    currency,
    description: await shopfront.cleanHtml(told.description),
    image: isKnown ? known.image : null,
    imageSource,
    imageAt: isKnown ? known.imageAt : null,
    expiresAt: expiresAt?.toISOString() ?? null,
  };
};

const fetchNow = async (ctx: ShopContext, api: StoreApi): Promise<Catalogue> => {
  const { store, clock } = ctx;
  const told = await api.packages();
  const known = (await readCatalogue(store))?.packages ?? [];
  const byId = new Map(known.map((one) => [one.id, one]));
  const packages: ShownPackage[] = [];
  for (const one of told) {
    packages.push(await show(ctx, one, byId.get(one.id)));
    // HTML of many packages takes its time, and visitors have not to wait for it.
    await others();
  }
  const fetched = { fetchedAt: clock.now().toISOString(), isStale: false, packages };
  await store.write((tx) => writeSetting(store, tx, clock, CATALOGUE, fetched));
  return fetched;
};

const underWay = new WeakMap<StoreApi, Promise<Catalogue>>();

/**
 * Asks the store what it sells, and keeps the answer; pictures that are new come later. Whoever asks
 * while somebody else does gets the same answer.
 * @throws {StoreFailure} as the store's API does.
 */
export const fetchCatalogue = (ctx: ShopContext, api: StoreApi): Promise<Catalogue> => {
  const present = underWay.get(api);
  if (present !== undefined) return present;
  const asking = fetchNow(ctx, api).finally(() => underWay.delete(api));
  underWay.set(api, asking);
  return asking;
};

/** Notes that the store does not answer: what is shown is from before. @returns whether that is news. */
export const noteSilence = async (ctx: ShopContext): Promise<boolean> => {
  let isNews = false;
  await changeCatalogue(ctx, async (present) => {
    isNews = !present.isStale;
    return isNews ? { ...present, isStale: true } : null;
  });
  return isNews;
};
