import { adoptPictures, type FetchSmall, forgetPictures } from "#server/modules/pictures/index.ts";
import { shownPictures } from "#server/modules/shop/index.ts";
import type { Job } from "./job.ts";

/** Takes in pictures that are still elsewhere, and removes those that nobody needs any more. */
export const keepPicturesJob = (
  context: Parameters<typeof adoptPictures>[0],
  fetchSmall: FetchSmall,
): Job => ({
  name: "keep-pictures",
  everyMs: 6 * 60 * 60_000,
  jitterMs: 10 * 60_000,
  leased: true,
  run: async (signal) => {
    await adoptPictures(context, fetchSmall, signal);
    await forgetPictures(context, await shownPictures(context), signal);
  },
});
