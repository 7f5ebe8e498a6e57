import type { Ctx } from "#server/context/context.ts";
import { ShopFailure } from "#server/providers/shop/port.ts";
import { type Catalogue, fetchCatalogue, noteSilence, readCatalogue } from "./catalogue.ts";
import { keepPictures } from "./pictures.ts";

export {
  type Catalogue,
  fetchCatalogue,
  noteSilence,
  readCatalogue,
  readOrFetchCatalogue,
  type ShownPackage,
  isSold,
} from "./catalogue.ts";
export { shownPictures } from "./pictures.ts";

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
