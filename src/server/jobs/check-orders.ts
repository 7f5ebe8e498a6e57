import type { SystemCtx } from "#server/context/context.ts";
import { checkOrders } from "#server/modules/orders/index.ts";
import type { Job } from "./job.ts";

/** Asks Tebex about baskets that nobody told us of. */
export const checkOrdersJob = (ctx: SystemCtx): Job => ({
  name: "check-orders",
  everyMs: 60_000,
  jitterMs: 1000,
  leased: true,
  run: (signal) => checkOrders(ctx, signal),
});
