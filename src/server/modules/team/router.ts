import { z } from "zod";
import { permissionActProcedure, permissionProcedure, router } from "#server/procedures/init.ts";
import { memberInput } from "#shared/schemas/administration.ts";
import {
  roleGift,
  roleInput,
  roleRemoval,
  rolesOfMember,
  roleTaking,
  teamListInput,
  teamMemberPage,
  teamRole,
  teamRoles,
} from "#shared/schemas/team.ts";
import { giveRole, listTeam, readRolesOf, takeRole } from "./index.ts";
import { listRoles, removeRole, saveRole } from "./roles.ts";

const procedure = permissionProcedure("roles");
const actProcedure = permissionActProcedure("roles");

/** Roles of the team, and who has them. */
export const teamRouter = router({
  roles: procedure.output(teamRoles).query(({ ctx }) => listRoles(ctx)),
  members: procedure
    .input(teamListInput)
    .output(teamMemberPage)
    .query(({ ctx, input }) => listTeam(ctx, input)),
  rolesOf: procedure
    .input(memberInput)
    .output(rolesOfMember)
    .query(({ ctx, input }) => readRolesOf(ctx, input)),
  save: actProcedure
    .input(roleInput)
    .output(teamRole)
    .mutation(({ ctx, input }) => saveRole(ctx, input)),
  remove: actProcedure
    .input(roleRemoval)
    .output(z.string())
    .mutation(({ ctx, input }) => removeRole(ctx, input)),
  give: actProcedure
    .input(roleGift)
    .output(z.string())
    .mutation(({ ctx, input }) => giveRole(ctx, input)),
  take: actProcedure
    .input(roleTaking)
    .output(z.string())
    .mutation(({ ctx, input }) => takeRole(ctx, input)),
});
