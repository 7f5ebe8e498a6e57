import type { MemberContext } from "#server/context.ts";
import type { DiscordAccount } from "#shared/schemas/accounts.ts";
import { discordAccountOf } from "./discord-account.ts";
import { findLink } from "./load.ts";

/** Everything that is linked to one's account. */
export const listLinks = async ({
  store,
  actor,
}: MemberContext): Promise<{ discord: DiscordAccount | null }> => {
  const discord = await findLink(store, store.read, { userId: actor.userId, platform: "discord" });
  return { discord: discord === null ? null : discordAccountOf(discord) };
};
