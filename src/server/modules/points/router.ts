import { z } from "zod";
import { adminProcedure, memberProcedure, router } from "#server/procedures/init.ts";
import {
  pointEntryPage,
  pointsChange,
  pointsEdit,
  statementFilter,
  statementInput,
} from "#shared/schemas/points.ts";
import { changePoints, editPoints } from "./edit.ts";
import { exportEntries, listEntries } from "./entries.ts";

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
  edit: adminProcedure
    .input(pointsEdit)
    .output(z.string())
    .mutation(({ ctx, input }) => editPoints(ctx, input)),
  change: adminProcedure
    .input(pointsChange)
    .output(z.string())
    .mutation(({ ctx, input }) => changePoints(ctx, input)),
});
