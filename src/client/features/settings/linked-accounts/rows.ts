import { PLATFORMS, type Platform } from "#shared/constants/accounts.ts";
import type { LinkedAccounts } from "#shared/schemas/links.ts";

/** An account elsewhere, whatever it is called there. */
export type LinkedAccount = {
  name: string;
  picture: string | null;
  /** Null for Discord, which has nothing to do with points. */
  isEligible: boolean | null;
};

export type PlatformRow = {
  platform: Platform;
  account: LinkedAccount | null;
  /** Whether this site can link accounts of the platform. */
  isOffered: boolean;
};

const accountOf = (links: LinkedAccounts, platform: Platform): LinkedAccount | null => {
  const { discord, steam, minecraft, epic } = links;
  switch (platform) {
    case "discord":
      return (
        discord && { name: discord.discordName, picture: discord.discordImgUrl, isEligible: null }
      );
    case "steam":
      return steam && { ...steam, name: steam.steamName, picture: steam.steamImgUrl };
    case "minecraft":
      return (
        minecraft && {
          ...minecraft,
          name: minecraft.minecraftUsername,
          picture: minecraft.minecraftAvatarUrl,
        }
      );
    default:
      return epic && { ...epic, name: epic.epicName, picture: null };
  }
};

/** What the tab lists: what is linked, and what could be. */
export const rowsOf = (links: LinkedAccounts): readonly PlatformRow[] =>
  PLATFORMS.map((platform) => ({
    platform,
    account: accountOf(links, platform),
    isOffered: links.available.includes(platform),
  })).filter(({ account, isOffered }) => account !== null || isOffered);
