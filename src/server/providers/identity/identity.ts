import { z } from "zod";
import type { Config, DiscordConfig, EpicConfig, MicrosoftConfig } from "#server/config/config.ts";
import type { Clock } from "#server/core/clock.ts";
import type { Breaker, Breakers } from "#server/providers/breaker.ts";
import { pictureAt, skinFace } from "#server/providers/pictures/pictures.ts";
import {
  IDENTITY_TIMEOUT_MS,
  IdentityFailure,
  type IdentityFailureDetail,
  type IdentityProvider,
  type Picture,
} from "#server/providers/ports/people.ts";
import { readName } from "#server/providers/received-text.ts";
import type { Platform } from "#shared/constants/accounts.ts";
import { askForJson, assertOk, assertToken, exchange, parseReply, sendJson } from "./exchange.ts";
import { createOAuth } from "./oauth.ts";
import { createSteamIdentity } from "./steam.ts";

const profileSchema = z.object({
  /** A snowflake has 64 bits: as a number it would already be another one. */
  id: z.string().regex(/^\d{15,20}$/u),
  username: z.string(),
  global_name: z.string().nullish(),
  // A picture is no reason to fail; a moving one (`a_…`) stands still as PNG.
  avatar: z
    .string()
    .regex(/^\w{1,64}$/u)
    .nullish()
    .catch(null),
});
type Profile = z.output<typeof profileSchema>;

const nameOf = ({ username, global_name: globalName }: Profile): string => {
  const name = readName(globalName) || readName(username);
  if (name === "") throw new IdentityFailure("malformed");
  return name;
};

/**
 * Proves Discord accounts [LINK-10]: authorisation code with state and PKCE, then the
 * profile, of which the scope `identify` shows name and picture alone.
 */
export const createDiscordIdentity = ({
  authorizeUrl,
  tokenUrl,
  apiBase,
  cdnBase,
  clientId,
  clientSecret,
}: DiscordConfig): IdentityProvider => {
  const oauth = createOAuth({
    authorizeUrl,
    tokenUrl,
    clientId,
    clientSecret,
    scopes: ["identify"],
    hasPkce: true,
  });
  const pictureOf = async ({ id, avatar }: Profile): Promise<Picture | null> => {
    if (!avatar) return null;
    const address = `${cdnBase}/avatars/${id}/${avatar}.png?size=128`;
    return await pictureAt(address, IDENTITY_TIMEOUT_MS);
  };
  return {
    begin: (callbackUrl) => oauth.begin(callbackUrl),
    finish: async (answer, flow, callbackUrl) => {
      const token = await oauth.redeem(answer, flow, callbackUrl);
      const headers = { authorization: `Bearer ${token}` };
      const asked = { headers, schema: profileSchema };
      const profile = await askForJson(`${apiBase}/users/@me`, asked);
      const name = nameOf(profile);
      return { externalId: profile.id, name, picture: await pictureOf(profile), nonce: null };
    },
  };
};

const epicProfileSchema = z.object({
  /** The Epic account's id, which is what we call its EOS id [LINK-11]. */
  sub: z
    .string()
    .regex(/^[\da-f]{32}$/iu)
    .toLowerCase(),
  preferred_username: z.string().nullish(),
});

/**
 * Proves Epic accounts [LINK-11]: authorisation code with state (Epic has no PKCE), then the
 * profile. Epic has no pictures, and accounts that were made on a console may have no name: their id
 * is shown instead.
 */
export const createEpicIdentity = ({
  authorizeUrl,
  tokenUrl,
  apiBase,
  clientId,
  clientSecret,
}: EpicConfig): IdentityProvider => {
  const oauth = createOAuth({
    authorizeUrl,
    tokenUrl,
    clientId,
    clientSecret,
    scopes: ["basic_profile"],
    hasPkce: false,
  });
  return {
    begin: (callbackUrl) => oauth.begin(callbackUrl),
    finish: async (answer, flow, callbackUrl) => {
      const token = await oauth.redeem(answer, flow, callbackUrl);
      const headers = { authorization: `Bearer ${token}` };
      const asked = { headers, schema: epicProfileSchema };
      const profile = await askForJson(`${apiBase}/epic/oauth/v2/userInfo`, asked);
      const name = readName(profile.preferred_username) || profile.sub;
      return { externalId: profile.sub, name, picture: null, nonce: null };
    },
  };
};

/** Both of Xbox's services answer so: a token, and the hash of the user that it is for. */
const xboxToken = z.object({
  Token: z.string(),
  DisplayClaims: z.object({ xui: z.tuple([z.object({ uhs: z.string() })]).rest(z.unknown()) }),
});
const refusal = z.object({ XErr: z.number() });

/** What XSTS has against an account [LINK-13]. */
const X_ERRORS: Readonly<Record<number, IdentityFailureDetail>> = {
  2148916227: "xbox_banned",
  2148916229: "xbox_guardian",
  2148916233: "xbox_missing",
  2148916234: "xbox_terms",
  2148916235: "xbox_region",
  2148916236: "xbox_age",
  2148916237: "xbox_playtime",
  2148916238: "xbox_child",
};

const signInToXbox = async (microsoftToken: string, { xboxBase }: MicrosoftConfig) => {
  const reply = await sendJson(`${xboxBase}/user/authenticate`, {
    Properties: {
      AuthMethod: "RPS",
      SiteName: "user.auth.xboxlive.com",
      RpsTicket: `d=${microsoftToken}`,
    },
    RelyingParty: "http://auth.xboxlive.com",
    TokenType: "JWT",
  });
  assertOk(reply);
  return assertToken(parseReply(xboxToken, reply).Token);
};

/**
 * From a Microsoft token to what Minecraft's services take: Xbox Live, then XSTS.
 * @throws {IdentityFailure} of its own kind for everything that XSTS has against an account.
 */
const identityTokenOf = async (
  microsoftToken: string,
  config: MicrosoftConfig,
): Promise<string> => {
  const userToken = await signInToXbox(microsoftToken, config);
  const reply = await sendJson(`${config.xstsBase}/xsts/authorize`, {
    Properties: { SandboxId: "RETAIL", UserTokens: [userToken] },
    RelyingParty: "rp://api.minecraftservices.com/",
    TokenType: "JWT",
  });
  if (reply.status === 401) {
    const { XErr } = parseReply(refusal, reply);
    throw new IdentityFailure(X_ERRORS[XErr] ?? "xbox_refused");
  }
  assertOk(reply);
  const { Token, DisplayClaims } = parseReply(xboxToken, reply);
  const { uhs } = DisplayClaims.xui[0];
  return `XBL3.0 x=${uhs};${Token}`;
};

/** The last part of a skin's address: its hash, by which we find it where we look for it. */
const TEXTURE = /\/texture\/([\da-f]{1,64})$/u;

const accessSchema = z.object({ access_token: z.string() });
const minecraftProfileSchema = z.object({
  id: z
    .string()
    .regex(/^[\da-f]{32}$/iu)
    .toLowerCase(),
  name: z.string().regex(/^\w{1,25}$/u),
  // A skin is no reason to fail.
  skins: z
    .array(z.object({ state: z.string(), url: z.string() }))
    .nullish()
    .catch(null),
});
type MinecraftProfile = z.output<typeof minecraftProfileSchema>;

const signIn = async (identityToken: string, { minecraftBase }: MicrosoftConfig) => {
  const address = `${minecraftBase}/authentication/login_with_xbox`;
  const reply = await sendJson(address, { identityToken });
  // Until Microsoft has approved the application.
  if (reply.status === 403) throw new IdentityFailure("client_refused");
  assertOk(reply);
  return assertToken(parseReply(accessSchema, reply).access_token);
};

const readProfile = async (token: string, { minecraftBase }: MicrosoftConfig) => {
  const headers = { authorization: `Bearer ${token}`, accept: "application/json" };
  const reply = await exchange(`${minecraftBase}/minecraft/profile`, { headers });
  if (reply.status === 404) throw new IdentityFailure("no_java_profile");
  assertOk(reply);
  return parseReply(minecraftProfileSchema, reply);
};

const pictureOf = async (
  { skins }: MinecraftProfile,
  { texturesBase }: MicrosoftConfig,
): Promise<Picture | null> => {
  const worn = skins?.find(({ state }) => state === "ACTIVE");
  const [, hash] = TEXTURE.exec(worn?.url ?? "") ?? [];
  if (hash === undefined) return null;
  return await pictureAt(`${texturesBase}/texture/${hash}`, IDENTITY_TIMEOUT_MS, skinFace);
};

/**
 * Proves Minecraft accounts [LINK-13]: authorisation code with state and PKCE at Microsoft,
 * Xbox Live, XSTS, Minecraft's login, then the profile of the Java edition.
 */
export const createMinecraftIdentity = (config: MicrosoftConfig): IdentityProvider => {
  const oauth = createOAuth({
    authorizeUrl: config.authorizeUrl,
    tokenUrl: config.tokenUrl,
    clientId: config.clientId,
    clientSecret: config.clientSecret,
    scopes: ["XboxLive.signin"],
    hasPkce: true,
    // Many have an account for work and one for play.
    parameters: { prompt: "select_account" },
  });
  return {
    begin: (callbackUrl) => oauth.begin(callbackUrl),
    finish: async (answer, flow, callbackUrl) => {
      const microsoftToken = await oauth.redeem(answer, flow, callbackUrl);
      const identityToken = await identityTokenOf(microsoftToken, config);
      const token = await signIn(identityToken, config);
      const profile = await readProfile(token, config);
      const picture = await pictureOf(profile, config);
      return { externalId: profile.id, name: profile.name, picture, nonce: null };
    },
  };
};

/**
 * A provider that is not asked while its breaker is open: people are told what they are told of one
 * that is down. A whole flow counts as one call, since one of its hops may fail where others are well.
 */
export const guarded = (provider: IdentityProvider, breaker: Breaker): IdentityProvider => ({
  begin: (callbackUrl) => provider.begin(callbackUrl),
  finish: async (...answer) => {
    if (!breaker.admits()) throw new IdentityFailure("resting");
    try {
      const identity = await provider.finish(...answer);
      breaker.succeeded();
      return identity;
    } catch (error) {
      // What a person brings back may be anything: it must not close the door for others.
      if (!(error instanceof IdentityFailure)) breaker.dismissed();
      else if (error.detail === "client_refused") breaker.refused();
      else if (error.isProviders) breaker.failed(error.detail);
      else breaker.dismissed();
      throw error;
    }
  },
});

/** Null for what is not configured. */
export type IdentityProviders = Readonly<Record<Platform, IdentityProvider | null>>;

/**
 * Whatever proves accounts elsewhere, as it is configured.
 */
export const createIdentity = (
  { discord, steam, epic, microsoft }: Pick<Config, "discord" | "steam" | "epic" | "microsoft">,
  clock: Clock,
  breakers: Breakers,
): IdentityProviders => ({
  discord: discord && guarded(createDiscordIdentity(discord), breakers.discord),
  steam: steam && guarded(createSteamIdentity(steam, clock), breakers.steam),
  minecraft: microsoft && guarded(createMinecraftIdentity(microsoft), breakers.microsoft),
  epic: epic && guarded(createEpicIdentity(epic), breakers.epic),
});
