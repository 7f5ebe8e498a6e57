import { z } from "zod";
import { adminProcedure, router } from "#server/procedures/init.ts";
import {
  adminMember,
  adminUserListInput,
  adminUserPage,
  auditListInput,
  auditPage,
  findInput,
  found,
  makerInput,
  memberInput,
  providerList,
  today,
  todayInput,
} from "#shared/schemas/administration.ts";
import { deactivateUser, reactivateUser } from "./activation.ts";
import { endSessions } from "./end-sessions.ts";
import { find } from "./find.ts";
import { listAudit } from "./list-audit.ts";
import { listProviders } from "./list-providers.ts";
import { listUsers } from "./list-users.ts";
import { readMember } from "./read-member.ts";
import { readToday } from "./read-today.ts";
import { demoteUser, promoteUser } from "./roles.ts";

/** What an Admin does about one member. */
const act = adminProcedure.input(memberInput).output(z.string());

/** Likewise where their bridge keys end with it. */
const ending = adminProcedure.input(makerInput).output(z.string());

/** What Admins see of members, and what they do about them. */
export const administrationRouter = router({
  users: adminProcedure
    .input(adminUserListInput)
    .output(adminUserPage)
    .query(({ ctx, input }) => listUsers(ctx, input)),
  member: adminProcedure
    .input(memberInput)
    .output(adminMember)
    .query(({ ctx, input }) => readMember(ctx, input)),
  today: adminProcedure
    .input(todayInput)
    .output(today)
    .query(({ ctx, input }) => readToday(ctx, input)),
  find: adminProcedure
    .input(findInput)
    .output(found)
    .query(({ ctx, input }) => find(ctx, input)),
  promote: act.mutation(({ ctx, input }) => promoteUser(ctx, input)),
  demote: ending.mutation(({ ctx, input }) => demoteUser(ctx, input)),
  deactivate: ending.mutation(({ ctx, input }) => deactivateUser(ctx, input)),
  reactivate: act.mutation(({ ctx, input }) => reactivateUser(ctx, input)),
  endSessions: act.mutation(({ ctx, input }) => endSessions(ctx, input)),
  providers: adminProcedure.output(providerList).query(({ ctx }) => listProviders(ctx)),
  audit: adminProcedure
    .input(auditListInput)
    .output(auditPage)
    .query(({ ctx, input }) => listAudit(ctx, input)),
});
