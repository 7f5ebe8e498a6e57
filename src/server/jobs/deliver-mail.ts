import type { SystemCtx } from "#server/context/context.ts";
import { deliverOutbox } from "#server/modules/mail/index.ts";
import type { OpenMailer } from "#server/providers/mail/port.ts";
import type { Job } from "./job.ts";

/** Sends what waits in the outbox. */
export const deliverMailJob = (ctx: SystemCtx, openMailer: OpenMailer): Job => ({
  name: "deliver-mail",
  everyMs: 2000,
  leased: true,
  run: (signal) => deliverOutbox(ctx, openMailer, signal),
});
