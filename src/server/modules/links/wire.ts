import type {
  DiscordAccount,
  EpicAccount,
  MinecraftProof,
  SteamAccount,
} from "#shared/schemas/accounts.ts";

/** A linked or proven account, as the wire names its parts. */
type Shown = { externalId: string; name: string; imageUrl: string | null };

export const discordAccountOf = ({ externalId, name, imageUrl }: Shown): DiscordAccount => ({
  discordId: externalId,
  discordName: name,
  discordImgUrl: imageUrl,
});

export const steamAccountOf = ({ externalId, name, imageUrl }: Shown): SteamAccount => ({
  steamId: externalId,
  steamName: name,
  steamImgUrl: imageUrl,
});

export const minecraftAccountOf = ({ externalId, name, imageUrl }: Shown): MinecraftProof => ({
  minecraftUuid: externalId,
  minecraftUsername: name,
  minecraftAvatarUrl: imageUrl,
});

export const epicAccountOf = ({ externalId, name }: Shown): EpicAccount => ({
  eosId: externalId,
  epicName: name,
});
