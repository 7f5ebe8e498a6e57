import type { SystemCtx } from "#server/context/context.ts";
import { shownPictures } from "#server/modules/catalogue/index.ts";
import { adoptPictures, type FetchSmall } from "#server/modules/links/index.ts";
import { forgetPictures } from "#server/modules/pictures/index.ts";
import { HOUR_MS, MINUTE_MS } from "#shared/constants/time.ts";
import type { Job } from "./job.ts";

/** Takes in pictures that are still elsewhere, and removes those that nobody needs any more. */
export const keepPicturesJob = (ctx: SystemCtx, fetchSmall: FetchSmall): Job => ({
  name: "keep-pictures",
  everyMs: 6 * HOUR_MS,
  jitterMs: 10 * MINUTE_MS,
  leased: true,
  run: async (signal) => {
    await adoptPictures(ctx, fetchSmall, signal);
    await forgetPictures(ctx, await shownPictures(ctx), signal);
  },
});
