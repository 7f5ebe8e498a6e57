import { adminProcedure, router } from "#server/procedures/init.ts";
import { healthTrouble, siteHealth } from "#shared/schemas/health.ts";
import { countTrouble, readHealth } from "./index.ts";

/** How the site is, for Admins. */
export const healthRouter = router({
  read: adminProcedure.output(siteHealth).query(({ ctx }) => readHealth(ctx)),
  trouble: adminProcedure.output(healthTrouble).query(({ ctx }) => countTrouble(ctx)),
});
