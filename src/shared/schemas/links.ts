import { z } from "zod/mini";
import { GAME_PLATFORMS, LENGTHS, PLATFORMS } from "#shared/constants/accounts.ts";
import { discordAccount } from "#shared/schemas/accounts.ts";
import { line } from "#shared/schemas/text.ts";

/** `GET Steam/linked`. */
export const steamAccount = z.object({
  steamId: z.string(),
  steamName: z.string(),
  /** Address of the picture on this site, null for none; likewise wherever there is one. */
  steamImgUrl: z.nullable(z.string()),
});
export type SteamAccount = z.infer<typeof steamAccount>;

/** `GET Minecraft/linked`. */
export const minecraftAccount = z.object({
  /** 32 hexadecimal digits, without dashes. */
  minecraftUuid: z.string(),
  minecraftUsername: z.string(),
});

/** The same with its picture, as the window tells it. */
export const minecraftProof = z.object({
  ...minecraftAccount.shape,
  minecraftAvatarUrl: z.nullable(z.string()),
});
export type MinecraftProof = z.infer<typeof minecraftProof>;

/** `GET Epic/linked`: the id is that of the Epic account. */
export const epicAccount = z.object({ eosId: z.string(), epicName: z.string() });
export type EpicAccount = z.infer<typeof epicAccount>;

/** False where it was unlinked once: then no points are ever added through it [LINK-06]. */
const eligible = { isEligible: z.boolean() };

/** Everything that is linked to one's account. */
export const linkedAccounts = z.object({
  discord: z.nullable(discordAccount),
  steam: z.nullable(z.object({ ...steamAccount.shape, ...eligible })),
  minecraft: z.nullable(z.object({ ...minecraftProof.shape, ...eligible })),
  epic: z.nullable(z.object({ ...epicAccount.shape, ...eligible })),
  /** What can be linked on this site. */
  available: z.array(z.enum(PLATFORMS)),
});
export type LinkedAccounts = z.infer<typeof linkedAccounts>;

const externalId = line(LENGTHS.id).check(z.minLength(1));
/** What older clients send besides the id: the proof knows better. */
const ignored = z.nullish(z.string().check(z.maxLength(LENGTHS.url)));

/** `PUT Discord/link-discord` and the like: the id must be what this browser has just proven. */
export const discordLinkInput = z.object({
  discordId: externalId,
  discordName: ignored,
  discordImgUrl: ignored,
});
export const steamLinkInput = z.object({
  steamId: externalId,
  steamName: ignored,
  steamImgUrl: ignored,
});
export const minecraftLinkInput = z.object({
  minecraftUuid: externalId,
  minecraftUsername: ignored,
  minecraftAvatarUrl: ignored,
});
export const epicLinkInput = z.object({ eosId: externalId, epicName: ignored });

export const unlinkInput = z.object({ platform: z.enum(GAME_PLATFORMS) });
