import { isMissingChunk, leaveForNewBuild } from "#client/lib/chunks.ts";
import { checkedOptions } from "./widget-options.ts";
import type { CheckoutWorld } from "./world.ts";

const loadTebex = async () => {
  try {
    return await import("./tebex-widget.ts");
  } catch (error) {
    // The site was updated meanwhile: the page of the new build resumes this checkout.
    if (isMissingChunk(error)) await leaveForNewBuild();
    throw error;
  }
};

/**
 * Opens Tebex's window, whose script comes with the first checkout of a page. In the dark theme, and
 * over the page on phones too: browsers refuse a window of its own this long after the person's tap.
 * @param endpoint below which baskets are paid.
 */
export const widgetAt =
  (endpoint: string, signal: AbortSignal): CheckoutWorld["openWidget"] =>
  async (ident, hear) => {
    const options = checkedOptions({
      ident,
      endpoint,
      theme: "dark",
      closeOnEsc: true,
      popupOnMobile: true,
    });
    const { launchTebex } = await loadTebex();
    signal.throwIfAborted();
    return launchTebex(options, hear, signal);
  };
