import { z } from "zod";
import { permissionProcedure, router } from "#server/procedures/init.ts";
import { maintenanceInput } from "#shared/schemas/site-document.ts";
import { beginMaintenance, endMaintenance } from "./change.ts";

/** Closes the site to everybody but Admins, and opens it again. */
export const maintenanceRouter = router({
  begin: permissionProcedure("site")
    .input(maintenanceInput)
    .output(z.void())
    .mutation(({ ctx, input }) => beginMaintenance(ctx, input)),
  end: permissionProcedure("site")
    .output(z.void())
    .mutation(({ ctx }) => endMaintenance(ctx)),
});
