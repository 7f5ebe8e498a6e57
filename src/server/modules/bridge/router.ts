import { z } from "zod";
import {
  bridgeProcedure,
  permissionActProcedure,
  permissionProcedure,
  router,
} from "#server/procedures/init.ts";
import { memberInput } from "#shared/schemas/administration.ts";
import {
  acknowledged,
  acknowledgement,
  bridgeBalance,
  bridgeEntry,
  bridgeKey,
  bridgeKeyId,
  bridgeKeyPage,
  bridgePlayer,
  bridgeTransfer,
  bridgeVote,
  bridgeVoteAnswer,
  deliveryInput,
  deliveryList,
  keyListInput,
  madeBridgeKey,
  newBridgeKey,
  playerAccount,
  presenceAnswer,
  presenceReport,
} from "#shared/schemas/bridge.ts";
import { banList, bansInput, playerBan } from "#shared/schemas/strikes.ts";
import { acknowledgeDeliveries, listDeliveries } from "./index.ts";
import { listKeys, listKeysOf, makeKey, revokeKey } from "./keys.ts";
import { listBans, readPlayer, readPlayerBalance, readPlayerBan } from "./players.ts";
import { earn, spend, vote } from "./points.ts";
import { reportPresence } from "./report-presence.ts";

const procedure = permissionProcedure("bridge");

/** Between the site and the plugins of game servers. */
export const bridgeRouter = router({
  keys: procedure
    .input(keyListInput)
    .output(bridgeKeyPage)
    .query(({ ctx, input }) => listKeys(ctx, input)),
  /** Asked before an account is closed, with which they end. */
  keysOf: permissionProcedure("members")
    .input(memberInput)
    .output(z.array(bridgeKey))
    .query(({ ctx, input }) => listKeysOf(ctx, input)),
  makeKey: permissionActProcedure("bridge")
    .input(newBridgeKey)
    .output(madeBridgeKey)
    .mutation(({ ctx, input }) => makeKey(ctx, input)),
  revokeKey: procedure
    .input(bridgeKeyId)
    .output(z.void())
    .mutation(({ ctx, input }) => revokeKey(ctx, input)),
  player: bridgeProcedure("players:read")
    .input(playerAccount)
    .output(bridgePlayer)
    .query(({ ctx, input }) => readPlayer(ctx, input)),
  balance: bridgeProcedure("points:read")
    .input(playerAccount)
    .output(bridgeBalance)
    .query(({ ctx, input }) => readPlayerBalance(ctx, input)),
  spend: bridgeProcedure("points:spend")
    .input(bridgeTransfer)
    .output(bridgeEntry)
    .mutation(({ ctx, input }) => spend(ctx, input)),
  earn: bridgeProcedure("points:earn")
    .input(bridgeTransfer)
    .output(bridgeEntry)
    .mutation(({ ctx, input }) => earn(ctx, input)),
  reportPresence: bridgeProcedure("presence:write")
    .input(presenceReport)
    .output(presenceAnswer)
    .mutation(({ ctx, input }) => reportPresence(ctx, input)),
  vote: bridgeProcedure("votes:write")
    .input(bridgeVote)
    .output(bridgeVoteAnswer)
    .mutation(({ ctx, input }) => vote(ctx, input)),
  deliveries: bridgeProcedure("deliveries:write")
    .input(deliveryInput)
    .output(deliveryList)
    .query(({ ctx, input }) => listDeliveries(ctx, input)),
  acknowledge: bridgeProcedure("deliveries:write")
    .input(acknowledgement)
    .output(acknowledged)
    .mutation(({ ctx, input }) => acknowledgeDeliveries(ctx, input)),
  bans: bridgeProcedure("bans:read")
    .input(bansInput)
    .output(banList)
    .query(({ ctx, input }) => listBans(ctx, input)),
  playerBan: bridgeProcedure("bans:read")
    .input(playerAccount)
    .output(playerBan)
    .query(({ ctx, input }) => readPlayerBan(ctx, input)),
});
