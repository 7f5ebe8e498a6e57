import { type DeliverContext, deliverOutbox } from "#server/modules/mail/index.ts";
import type { OpenMailer } from "#server/providers/mail/port.ts";
import type { Job } from "./job.ts";

/** Sends what waits in the outbox. */
export const deliverMailJob = (context: DeliverContext, openMailer: OpenMailer): Job => ({
  name: "deliver-mail",
  everyMs: 2000,
  leased: true,
  run: (signal) => deliverOutbox(context, openMailer, signal),
});
