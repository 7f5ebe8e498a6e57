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
} from "./port.ts";
import { identityTokenOf } from "./xbox.ts";

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

const signIn = async (identityToken: string, { minecraftBase }: MicrosoftConfig, ms: number) => {
  const address = `${minecraftBase}/authentication/login_with_xbox`;
  const reply = await sendJson(address, { identityToken }, ms);
  // Until Microsoft has approved the application.
  if (reply.status === 403) throw new IdentityFailure("client_refused");
  assertOk(reply);
  return assertToken(parseReply(accessSchema, reply).access_token);
};

const readProfile = async (token: string, { minecraftBase }: MicrosoftConfig, ms: number) => {
  const headers = { authorization: `Bearer ${token}`, accept: "application/json" };
  const reply = await exchange(`${minecraftBase}/minecraft/profile`, { headers }, ms);
  if (reply.status === 404) throw new IdentityFailure("no_java_profile");
  assertOk(reply);
  return parseReply(profileSchema, reply);
};

const pictureOf = async (
  { skins }: Profile,
  { texturesBase }: MicrosoftConfig,
  ms: number,
): Promise<Picture | null> => {
  const worn = skins?.find(({ state }) => state === "ACTIVE");
  const [, hash] = TEXTURE.exec(worn?.url ?? "") ?? [];
  if (hash === undefined) return null;
  return await pictureAt(`${texturesBase}/texture/${hash}`, ms, skinFace);
};

/**
 * Proves Minecraft accounts [LINK-13]: authorisation code with state and PKCE at Microsoft,
 * Xbox Live, XSTS, Minecraft's login, then the profile of the Java edition.
 * @param timeoutMs deadline of each of the questions, in milliseconds.
 */
export const createMinecraftIdentity = (
  config: MicrosoftConfig,
  timeoutMs: number = IDENTITY_TIMEOUT_MS,
): IdentityProvider => {
  const oauth = createOAuth({
    authorizeUrl: config.authorizeUrl,
    tokenUrl: config.tokenUrl,
    clientId: config.clientId,
    clientSecret: config.clientSecret,
    scopes: ["XboxLive.signin"],
    hasPkce: true,
    // Many have an account for work and one for play.
    parameters: { prompt: "select_account" },
    timeoutMs,
  });
  return {
    begin: (callbackUrl) => oauth.begin(callbackUrl),
    finish: async (answer, flow, callbackUrl) => {
      const microsoftToken = await oauth.redeem(answer, flow, callbackUrl);
      const identityToken = await identityTokenOf(microsoftToken, config, timeoutMs);
      const token = await signIn(identityToken, config, timeoutMs);
      const profile = await readProfile(token, config, timeoutMs);
      const picture = await pictureOf(profile, config, timeoutMs);
      return { externalId: profile.id, name: profile.name, picture, nonce: null };
    },
  };
};
