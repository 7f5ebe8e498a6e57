import type { Clock } from "#server/clock.ts";
import { forgetOldMail } from "#server/modules/mail/index.ts";
import type { Store } from "#server/store/store.ts";
import type { Job } from "./job.ts";

/** Removes what was sent, or given up, more than a week ago. */
export const forgetOldMailJob = (context: { store: Store; clock: Clock }): Job => ({
  name: "forget-old-mail",
  everyMs: 60 * 60_000,
  jitterMs: 5 * 60_000,
  leased: true,
  run: (signal) => forgetOldMail(context, signal),
});
