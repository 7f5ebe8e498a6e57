import { z } from "zod";
import type { EpicConfig } from "#server/config/config.ts";
import { readName } from "#server/providers/clean-line.ts";
import { askForJson } from "./exchange.ts";
import { createOAuth } from "./oauth.ts";
import { type IdentityProvider } from "./port.ts";

const profileSchema = z.object({
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
      const asked = { headers, schema: profileSchema };
      const profile = await askForJson(`${apiBase}/epic/oauth/v2/userInfo`, asked);
      const name = readName(profile.preferred_username) || profile.sub;
      return { externalId: profile.sub, name, picture: null, nonce: null };
    },
  };
};
