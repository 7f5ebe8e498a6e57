import { permissionProcedure, router } from "#server/procedures/init.ts";
import { figures, figuresInput } from "#shared/schemas/desk.ts";
import { readFigures } from "./read.ts";

/** How the team works on tickets: for those alone who have the permission `tickets`. */
export const figuresRouter = router({
  read: permissionProcedure("tickets")
    .input(figuresInput)
    .output(figures)
    .query(({ ctx, input }) => readFigures(ctx, input)),
});
