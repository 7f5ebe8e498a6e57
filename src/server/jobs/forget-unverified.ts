import { forgetUnverified } from "#server/modules/accounts/index.ts";
import type { Job } from "./job.ts";

/** Removes registrations that nobody has completed. */
export const forgetUnverifiedJob = (context: Parameters<typeof forgetUnverified>[0]): Job => ({
  name: "forget-unverified",
  everyMs: 60 * 60_000,
  jitterMs: 5 * 60_000,
  leased: true,
  run: (signal) => forgetUnverified(context, signal),
});
