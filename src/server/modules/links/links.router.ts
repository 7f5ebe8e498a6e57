import { z } from "zod";
import { discordAccount } from "#shared/schemas/accounts.ts";
import { memberProcedure, publicProcedure, router } from "#server/trpc/init.ts";
import { readDiscordClient } from "./read-discord-client.ts";
import { readDiscordLink } from "./read-discord-link.ts";
import { readDiscordProof } from "./read-discord-proof.ts";
import { listLinks } from "./list-links.ts";

/** Accounts elsewhere that belong to a member. */
export const linksRouter = router({
  discordClient: publicProcedure
    .output(z.object({ clientId: z.string() }))
    .query(({ ctx }) => readDiscordClient(ctx)),
  /** What this browser has proven and not used yet; null for nothing. */
  discordProof: publicProcedure
    .output(z.nullable(discordAccount))
    .query(({ ctx }) => readDiscordProof(ctx)),
  list: memberProcedure
    .output(z.object({ discord: z.nullable(discordAccount) }))
    .query(({ ctx }) => listLinks(ctx)),
  discord: memberProcedure.output(discordAccount).query(({ ctx }) => readDiscordLink(ctx)),
});
