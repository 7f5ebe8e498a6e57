import { and, eq } from "drizzle-orm";
import { readProof } from "#server/auth/proofs.ts";
import type { MemberCtx, RequestCtx } from "#server/context/context.ts";
import { AppError } from "#server/core/errors.ts";
import type { Reader } from "#server/store/store.ts";
import { REGISTRATION } from "#shared/account-messages.ts";
import { type Platform, PLATFORM_NAMES, PLATFORMS } from "#shared/constants/accounts.ts";
import { LINKED_ACCOUNTS } from "#shared/member-area-messages.ts";
import type {
  DiscordAccount,
  EpicAccount,
  LinkedAccounts,
  MinecraftProof,
  SteamAccount,
} from "#shared/schemas/accounts.ts";
import { findRetired } from "./eligible-member.ts";

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

/** Why an account elsewhere cannot be linked or unlinked. */
export const linkRefusals = (platform: Platform) => {
  const name = PLATFORM_NAMES[platform];
  return {
    notProven: `Please link your ${name} account again.`,
    taken: `This ${name} account is already linked to another user.`,
    anotherIsLinked: `Another ${name} account is linked to you. Unlink it first.`,
    nothingLinked: `No ${name} account is linked.`,
  };
};

/** What linking and unlinking answer. */
export const linkAnswers = (platform: Platform) => {
  const name = PLATFORM_NAMES[platform];
  const linked = LINKED_ACCOUNTS.linked(name);
  return {
    linked,
    linkedAgain: `${linked} It was unlinked once, so points can no longer be added through it.`,
    unlinked: `Your ${name} account is no longer linked.`,
  };
};

/** The Web API key never leaves the server [LINK-16]. */
const NO_STEAM_KEY =
  "Steam's Web API key never leaves the server, which reads Steam's profiles itself.";

/**
 * What older clients ask for, and nobody gets [LINK-16].
 * @throws {AppError} `forbidden`, whoever asks.
 */
export const refuseSteamKey = async (): Promise<never> => {
  throw new AppError("forbidden", NO_STEAM_KEY);
};

/** Everything that a member has linked, in one query. */
const findLinks = (reader: Reader, userId: string) => {
  const { links } = reader.tables;
  const { platform, externalId, name, imageUrl } = links;
  return reader
    .select({ platform, externalId, name, imageUrl })
    .from(links)
    .where(eq(links.userId, userId));
};

/** The account that a member has linked on a platform; null for none. */
export const findLink = async (
  reader: Reader,
  { userId, platform }: { userId: string; platform: Platform },
) => {
  const { links } = reader.tables;
  const [found] = await reader
    .select({ externalId: links.externalId, name: links.name, imageUrl: links.imageUrl })
    .from(links)
    .where(and(eq(links.userId, userId), eq(links.platform, platform)));
  return found ?? null;
};

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

/**
 * The account that one has linked on a platform.
 * @throws {AppError} `not_found` where there is none.
 */
export const readLink = async ({ read, actor }: MemberCtx, platform: Platform) => {
  const link = await findLink(read, { userId: actor.userId, platform });
  if (link === null) throw new AppError("not_found", linkRefusals(platform).nothingLinked);
  return link;
};

/**
 * Which Discord application this site is.
 * @throws {AppError} `unavailable` where Discord is not configured.
 */
export const readDiscordClient = async ({ config }: RequestCtx): Promise<{ clientId: string }> => {
  if (config.discord === null) throw new AppError("unavailable", REGISTRATION.discordUnavailable);
  return { clientId: config.discord.clientId };
};

/** The Discord account that this browser has proven, for as long as the proof is good. */
export const readDiscordProof = async ({
  read,
  browser,
}: RequestCtx): Promise<DiscordAccount | null> => {
  if (browser.secret === null) return null;
  const whose = { browserSecret: browser.secret, platform: "discord" } as const;
  const proof = await readProof(read, whose);
  return proof === null ? null : discordAccountOf(proof);
};
