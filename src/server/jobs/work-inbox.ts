import { workInbox } from "#server/modules/orders/index.ts";
import type { Job } from "./job.ts";

/** Works on what the store told us and could not be worked on at once. */
export const workInboxJob = (deps: Parameters<typeof workInbox>[0]): Job => ({
  name: "work-inbox",
  everyMs: 5_000,
  jitterMs: 1000,
  leased: true,
  run: (signal) => workInbox(deps, signal),
});
