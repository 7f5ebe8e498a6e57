import { z } from "zod";
import { memberProcedure, publicProcedure, router } from "#server/procedures/init.ts";
import {
  discordAccount,
  discordLinkInput,
  epicAccount,
  epicLinkInput,
  linkedAccounts,
  minecraftAccount,
  minecraftLinkInput,
  steamAccount,
  steamLinkInput,
  unlinkInput,
} from "#shared/schemas/accounts.ts";
import { linkAccount, unlinkAccount } from "./index.ts";
import {
  discordAccountOf,
  epicAccountOf,
  listLinks,
  minecraftAccountOf,
  readDiscordClient,
  readDiscordProof,
  readLink,
  refuseSteamKey,
  steamAccountOf,
} from "./read.ts";

/** Accounts elsewhere that belong to a member. */
export const linksRouter = router({
  discordClient: publicProcedure
    .output(z.object({ clientId: z.string() }))
    .query(({ ctx }) => readDiscordClient(ctx)),
  /** What this browser has proven and not used yet; null for nothing. */
  discordProof: publicProcedure
    .output(z.nullable(discordAccount))
    .query(({ ctx }) => readDiscordProof(ctx)),
  /** Always refused, as its output says. */
  steamKey: publicProcedure.output(z.never()).query(() => refuseSteamKey()),
  list: memberProcedure.output(linkedAccounts).query(({ ctx }) => listLinks(ctx)),
  discord: memberProcedure
    .output(discordAccount)
    .query(async ({ ctx }) => discordAccountOf(await readLink(ctx, "discord"))),
  steam: memberProcedure
    .output(steamAccount)
    .query(async ({ ctx }) => steamAccountOf(await readLink(ctx, "steam"))),
  minecraft: memberProcedure
    .output(minecraftAccount)
    .query(async ({ ctx }) => minecraftAccountOf(await readLink(ctx, "minecraft"))),
  epic: memberProcedure
    .output(epicAccount)
    .query(async ({ ctx }) => epicAccountOf(await readLink(ctx, "epic"))),
  linkDiscord: memberProcedure
    .input(discordLinkInput)
    .output(z.string())
    .mutation(({ ctx, input }) =>
      linkAccount(ctx, { platform: "discord", externalId: input.discordId }),
    ),
  linkSteam: memberProcedure
    .input(steamLinkInput)
    .output(z.string())
    .mutation(({ ctx, input }) =>
      linkAccount(ctx, { platform: "steam", externalId: input.steamId }),
    ),
  linkMinecraft: memberProcedure
    .input(minecraftLinkInput)
    .output(z.string())
    .mutation(({ ctx, input }) =>
      linkAccount(ctx, { platform: "minecraft", externalId: input.minecraftUuid }),
    ),
  linkEpic: memberProcedure
    .input(epicLinkInput)
    .output(z.string())
    .mutation(({ ctx, input }) => linkAccount(ctx, { platform: "epic", externalId: input.eosId })),
  unlink: memberProcedure
    .input(unlinkInput)
    .output(z.string())
    .mutation(({ ctx, input }) => unlinkAccount(ctx, input)),
});
