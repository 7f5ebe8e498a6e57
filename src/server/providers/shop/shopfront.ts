import { cleanLine } from "#server/providers/clean-line.ts";
import { fetchSmallPicture } from "#server/providers/pictures/picture-at.ts";
import { smallPicture } from "#server/providers/pictures/small-picture.ts";
import { type Shopfront, TEBEX_TIMEOUT_MS } from "./port.ts";

const NAME_MAX = 100;
/** As wide as a card shows it on a dense screen. */
const PICTURE_EDGE_PX = 320;

/** What the shop shows of packages. The sanitiser's library comes with the first description. */
export const createShopfront = (): Shopfront => ({
  cleanName: (raw) => cleanLine(raw, NAME_MAX),
  cleanHtml: async (raw) => {
    const { cleanHtml } = await import("./clean-html.ts");
    return cleanHtml(raw);
  },
  pictureAt: (address) =>
    fetchSmallPicture(
      address,
      TEBEX_TIMEOUT_MS,
      // What is too detailed for the larger size is shown in the smaller one.
      async (bytes) =>
        (await smallPicture(bytes, { edgePx: PICTURE_EDGE_PX })) ?? (await smallPicture(bytes)),
    ),
});
