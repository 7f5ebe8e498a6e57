import { z } from "zod";
import type { DiscordConfig } from "#server/config/config.ts";
import { readName } from "#server/providers/clean-line.ts";
import { pictureAt } from "#server/providers/pictures/picture-at.ts";
import { askForJson } from "./exchange.ts";
import { createOAuth } from "./oauth.ts";
import {
  IDENTITY_TIMEOUT_MS,
  IdentityFailure,
  type IdentityProvider,
  type Picture,
} from "./port.ts";

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
