import {
  type Catalogue,
  fetchCatalogue,
  noteSilence,
  readCatalogue,
  type ShopContext,
} from "./catalogue.ts";
import { keepPictures } from "./keep-pictures.ts";
import { isStoreFailure } from "./store-refusal.ts";

/** How long what the store said is taken for what it says. */
const FRESH_MS = 120_000;

/** A store that has been silent is asked again at once; the clock may have been set back. */
const isFresh = (present: Catalogue | null, nowMs: number) => {
  if (present === null || present.isStale) return false;
  const ageMs = nowMs - Date.parse(present.fetchedAt);
  return ageMs >= 0 && ageMs < FRESH_MS;
};

/**
 * Keeps what the shop shows up to date: asks the store every two minutes, and with every run while it
 * does not answer. Does nothing where no store is configured.
 * @param signal stops between pictures.
 */
export const refreshCatalogue = async (ctx: ShopContext, signal: AbortSignal): Promise<void> => {
  const { store, clock, log, shop } = ctx;
  if (shop === null) return;
  try {
    if (!isFresh(await readCatalogue(store), clock.now().getTime()))
      await fetchCatalogue(ctx, shop);
  } catch (error) {
    if (!isStoreFailure(error)) throw error;
    const { reason, told } = error;
    if (await noteSilence(ctx)) log.warn("store.silent", { reason, told });
    return;
  }
  await keepPictures(ctx, signal);
};
