import { z } from "zod";
import {
  adminActProcedure,
  adminProcedure,
  permissionActProcedure,
  permissionProcedure,
  router,
  teamProcedure,
} from "#server/procedures/init.ts";
import {
  addressChange,
  adminMember,
  adminUserListInput,
  adminUserPage,
  auditListInput,
  auditPage,
  findInput,
  found,
  linkRemoval,
  makerInput,
  memberInput,
  passwordLink,
  providerList,
  reasonedInput,
  tierEnding,
  tierGift,
  today,
  todayInput,
} from "#shared/schemas/administration.ts";
import { memberConsents } from "#shared/schemas/consents.ts";
import {
  deactivateUser,
  demoteUser,
  endSessions,
  endTierOf,
  giveTierTo,
  promoteUser,
  reactivateUser,
  removeLinkOf,
} from "./acts.ts";
import {
  changeAddressOf,
  confirmAddress,
  makePasswordLink,
  resendVerificationTo,
} from "./addresses.ts";
import { resetSecondFactor } from "./admins.ts";
import { listAudit } from "./list-audit.ts";
import { find, listProviders, listUsers } from "./lists.ts";
import { readMember, readMemberConsents } from "./read-member.ts";
import { readToday } from "./read-today.ts";

const ofMembers = permissionProcedure("members");
const actOnMembers = permissionActProcedure("members");
const actOnAddresses = permissionActProcedure("addresses");
const actOnOrders = permissionActProcedure("orders");

/** What Admins see of members, and what they do about them. */
export const administrationRouter = router({
  users: ofMembers
    .input(adminUserListInput)
    .output(adminUserPage)
    .query(({ ctx, input }) => listUsers(ctx, input)),
  member: ofMembers
    .input(memberInput)
    .output(adminMember)
    .query(({ ctx, input }) => readMember(ctx, input)),
  consents: permissionProcedure("members")
    .input(memberInput)
    .output(memberConsents)
    .query(({ ctx, input }) => readMemberConsents(ctx, input)),
  today: teamProcedure
    .input(todayInput)
    .output(today)
    .query(({ ctx, input }) => readToday(ctx, input)),
  find: teamProcedure
    .input(findInput)
    .output(found)
    .query(({ ctx, input }) => find(ctx, input)),
  promote: adminActProcedure
    .input(memberInput)
    .output(z.string())
    .mutation(({ ctx, input }) => promoteUser(ctx, input)),
  demote: adminActProcedure
    .input(makerInput)
    .output(z.string())
    .mutation(({ ctx, input }) => demoteUser(ctx, input)),
  deactivate: actOnMembers
    .input(makerInput)
    .output(z.string())
    .mutation(({ ctx, input }) => deactivateUser(ctx, input)),
  reactivate: actOnMembers
    .input(memberInput)
    .output(z.string())
    .mutation(({ ctx, input }) => reactivateUser(ctx, input)),
  endSessions: ofMembers
    .input(memberInput)
    .output(z.string())
    .mutation(({ ctx, input }) => endSessions(ctx, input)),
  confirmAddress: actOnAddresses
    .input(reasonedInput)
    .output(z.string())
    .mutation(({ ctx, input }) => confirmAddress(ctx, input)),
  changeAddress: adminActProcedure
    .input(addressChange)
    .output(z.string())
    .mutation(({ ctx, input }) => changeAddressOf(ctx, input)),
  resendVerification: actOnAddresses
    .input(memberInput)
    .output(z.string())
    .mutation(({ ctx, input }) => resendVerificationTo(ctx, input)),
  makePasswordLink: adminActProcedure
    .input(reasonedInput)
    .output(passwordLink)
    .mutation(({ ctx, input }) => makePasswordLink(ctx, input)),
  resetSecondFactor: adminActProcedure
    .input(reasonedInput)
    .output(z.string())
    .mutation(({ ctx, input }) => resetSecondFactor(ctx, input)),
  giveTier: actOnOrders
    .input(tierGift)
    .output(z.string())
    .mutation(({ ctx, input }) => giveTierTo(ctx, input)),
  endTier: actOnOrders
    .input(tierEnding)
    .output(z.string())
    .mutation(({ ctx, input }) => endTierOf(ctx, input)),
  removeLink: actOnMembers
    .input(linkRemoval)
    .output(z.string())
    .mutation(({ ctx, input }) => removeLinkOf(ctx, input)),
  providers: adminProcedure.output(providerList).query(({ ctx }) => listProviders(ctx)),
  audit: permissionProcedure("audit")
    .input(auditListInput)
    .output(auditPage)
    .query(({ ctx, input }) => listAudit(ctx, input)),
});
