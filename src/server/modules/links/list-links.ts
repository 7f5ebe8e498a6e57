import type { MemberCtx } from "#server/context/context.ts";
import { PLATFORMS, type Platform } from "#shared/constants/accounts.ts";
import type { LinkedAccounts } from "#shared/schemas/accounts.ts";
import { findLinks } from "./load.ts";
import { findRetired } from "./retired.ts";
import { discordAccountOf, epicAccountOf, minecraftAccountOf, steamAccountOf } from "./wire.ts";

/** Everything that is linked to one's account, which of it counts, and what could be linked. */
export const listLinks = async (ctx: MemberCtx): Promise<LinkedAccounts> => {
  const { actor, identity } = ctx;
  const linked = await findLinks(ctx.read, actor.userId);
  const isRetired = await findRetired(ctx.read, linked);
  const find = (platform: Platform) => linked.find((one) => one.platform === platform);
  const [discord, steam, minecraft, epic] = [
    find("discord"),
    find("steam"),
    find("minecraft"),
    find("epic"),
  ];
  return {
    discord: discord === undefined ? null : discordAccountOf(discord),
    steam: steam === undefined ? null : { ...steamAccountOf(steam), isEligible: !isRetired(steam) },
    minecraft:
      minecraft === undefined
        ? null
        : { ...minecraftAccountOf(minecraft), isEligible: !isRetired(minecraft) },
    epic: epic === undefined ? null : { ...epicAccountOf(epic), isEligible: !isRetired(epic) },
    available: PLATFORMS.filter((platform) => identity[platform] !== null),
  };
};
