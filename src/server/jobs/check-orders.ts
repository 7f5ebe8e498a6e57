import { checkOrders } from "#server/modules/orders/index.ts";
import type { Job } from "./job.ts";

/** Asks the store about baskets that nobody told us of. */
export const checkOrdersJob = (deps: Parameters<typeof checkOrders>[0]): Job => ({
  name: "check-orders",
  everyMs: 60_000,
  jitterMs: 1000,
  leased: true,
  run: (signal) => checkOrders(deps, signal),
});
