import { z } from "zod";
import { memberProcedure, router } from "#server/procedures/init.ts";
import {
  newPushSubscription,
  pushRemoval,
  pushSubscription,
  pushSubscriptions,
} from "#shared/schemas/preferences.ts";
import { listSubscriptions, sendTest, subscribe, unsubscribe } from "./subscribe.ts";

/** The browsers of a member that push reaches. */
export const pushRouter = router({
  list: memberProcedure.output(pushSubscriptions).query(({ ctx }) => listSubscriptions(ctx)),
  subscribe: memberProcedure
    .input(newPushSubscription)
    .output(pushSubscription)
    .mutation(({ ctx, input }) => subscribe(ctx, input)),
  unsubscribe: memberProcedure
    .input(pushRemoval)
    .output(z.void())
    .mutation(({ ctx, input }) => unsubscribe(ctx, input)),
  sendTest: memberProcedure.output(z.string()).mutation(({ ctx }) => sendTest(ctx)),
});
