import { z } from "zod";
import { memberProcedure, router } from "#server/procedures/init.ts";
import { searchInput } from "#shared/schemas/lists.ts";
import {
  marketingConsent,
  memberProfile,
  membership,
  overview,
  personPage,
} from "#shared/schemas/members.ts";
import { readMembership, readProfile, setMarketingConsent } from "./index.ts";
import { readOverview } from "./read-overview.ts";
import { visitDiscord } from "./users.ts";
import { listPeople } from "./visible-people.ts";

/** People with an account. */
export const membersRouter = router({
  profile: memberProcedure.output(memberProfile).query(({ ctx }) => readProfile(ctx)),
  membership: memberProcedure.output(membership).query(({ ctx }) => readMembership(ctx)),
  overview: memberProcedure.output(overview).query(({ ctx }) => readOverview(ctx)),
  /** Notes that the member goes on to the community's Discord. */
  visitDiscord: memberProcedure.output(z.void()).mutation(({ ctx }) => visitDiscord(ctx)),
  people: memberProcedure
    .input(searchInput)
    .output(personPage)
    .query(({ ctx, input }) => listPeople(ctx, input)),
  setMarketingConsent: memberProcedure
    .input(marketingConsent)
    .output(z.string())
    .mutation(({ ctx, input }) => setMarketingConsent(ctx, input)),
});
