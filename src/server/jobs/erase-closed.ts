import { eraseClosed } from "#server/modules/accounts/index.ts";
import type { Job } from "./job.ts";

/** Erases the personal data of accounts that were closed for good. */
export const eraseClosedJob = (context: Parameters<typeof eraseClosed>[0]): Job => ({
  name: "erase-closed",
  everyMs: 60 * 60_000,
  jitterMs: 5 * 60_000,
  leased: true,
  run: (signal) => eraseClosed(context, signal),
});
