import type { DiscordAccount } from "#shared/schemas/accounts.ts";

/** A linked or proven Discord account as the wire names its parts. */
export const discordAccountOf = (account: {
  externalId: string;
  name: string;
  imageUrl: string | null;
}): DiscordAccount => ({
  discordId: account.externalId,
  discordName: account.name,
  discordImgUrl: account.imageUrl,
});
