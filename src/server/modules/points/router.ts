import { z } from "zod";
import { memberProcedure, permissionActProcedure, router } from "#server/procedures/init.ts";
import {
  pointEntryPage,
  pointsChange,
  pointsEdit,
  statementFilter,
  statementInput,
} from "#shared/schemas/points.ts";
import { exportEntries, listEntries } from "./index.ts";
import { changePoints, editPoints } from "./ledger.ts";

/** The ledger of points. */
export const pointsRouter = router({
  statement: memberProcedure
    .input(statementInput)
    .output(pointEntryPage)
    .query(({ ctx, input }) => listEntries(ctx, input)),
  /** As CSV. */
  export: memberProcedure
    .input(statementFilter)
    .output(z.string())
    .query(({ ctx, input }) => exportEntries(ctx, input)),
  edit: permissionActProcedure("points")
    .input(pointsEdit)
    .output(z.string())
    .mutation(({ ctx, input }) => editPoints(ctx, input)),
  change: permissionActProcedure("points")
    .input(pointsChange)
    .output(z.string())
    .mutation(({ ctx, input }) => changePoints(ctx, input)),
});
