import type {
  DiscordAccount,
  EpicAccount,
  MinecraftProof,
  SteamAccount,
} from "#shared/schemas/accounts.ts";

/** A linked or proven account, before the wire names its parts. */
export type ShownAccount = { externalId: string; name: string; imageUrl: string | null };

export const discordAccountOf = ({ externalId, name, imageUrl }: ShownAccount): DiscordAccount => ({
  discordId: externalId,
  discordName: name,
  discordImgUrl: imageUrl,
});

export const steamAccountOf = ({ externalId, name, imageUrl }: ShownAccount): SteamAccount => ({
  steamId: externalId,
  steamName: name,
  steamImgUrl: imageUrl,
});

export const minecraftAccountOf = ({
  externalId,
  name,
  imageUrl,
}: ShownAccount): MinecraftProof => ({
  minecraftUuid: externalId,
  minecraftUsername: name,
  minecraftAvatarUrl: imageUrl,
});

export const epicAccountOf = ({ externalId, name }: ShownAccount): EpicAccount => ({
  eosId: externalId,
  epicName: name,
});
