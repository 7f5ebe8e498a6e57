import { z } from "zod";
import { memberProcedure, permissionProcedure, router } from "#server/procedures/init.ts";
import { attachmentList } from "#shared/schemas/attachments.ts";
import {
  newStrike,
  ownStrikePage,
  ownStrikesInput,
  strike,
  strikeInput,
  strikeLifting,
  strikeListInput,
  strikePage,
  strikeRule,
  strikeStanding,
  ticketPicturesInput,
} from "#shared/schemas/strikes.ts";
import { issueStrike, liftStrike, listRules, listTicketPictures } from "./issue.ts";
import { listOwnStrikes, listStrikes, showStrike } from "./list.ts";
import { readStanding } from "./state.ts";

const procedure = permissionProcedure("strikes");

/** What members may not do for a time: the team issues and lifts strikes, everybody sees their own. */
export const strikesRouter = router({
  list: procedure
    .input(strikeListInput)
    .output(strikePage)
    .query(({ ctx, input }) => listStrikes(ctx, input)),
  byId: procedure
    .input(strikeInput)
    .output(strike)
    .query(({ ctx, input }) => showStrike(ctx.read, input.id)),
  issue: procedure
    .input(newStrike)
    .output(strike)
    .mutation(({ ctx, input }) => issueStrike(ctx, input)),
  lift: procedure
    .input(strikeLifting)
    .output(strike)
    .mutation(({ ctx, input }) => liftStrike(ctx, input)),
  ticketPictures: procedure
    .input(ticketPicturesInput)
    .output(attachmentList)
    .query(({ ctx, input }) => listTicketPictures(ctx, input)),
  rules: procedure.output(z.array(strikeRule)).query(({ ctx }) => listRules(ctx)),
  mine: memberProcedure
    .input(ownStrikesInput)
    .output(ownStrikePage)
    .query(({ ctx, input }) => listOwnStrikes(ctx, input)),
  standing: memberProcedure.output(strikeStanding).query(({ ctx }) => readStanding(ctx)),
});
