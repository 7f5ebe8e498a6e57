import { z } from "zod";
import type { MicrosoftConfig } from "#server/config/config.ts";
import { pictureAt } from "#server/providers/pictures/picture-at.ts";
import { skinFace } from "#server/providers/pictures/skin-face.ts";
import { assertOk, assertToken, exchange, parseReply, sendJson } from "./exchange.ts";
import { createOAuth } from "./oauth.ts";
import {
  IDENTITY_TIMEOUT_MS,
  IdentityFailure,
  type IdentityProvider,
  type Picture,
  type IdentityFailureDetail,
} from "./port.ts";

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
const profileSchema = z.object({
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
type Profile = z.output<typeof profileSchema>;

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
  return parseReply(profileSchema, reply);
};

const pictureOf = async (
  { skins }: Profile,
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
