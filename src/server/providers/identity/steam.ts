import { z } from "zod";
import type { SteamConfig } from "#server/config/config.ts";
import type { Clock } from "#server/core/clock.ts";
import { readName } from "#server/providers/clean-line.ts";
import { pictureAt } from "#server/providers/pictures/picture-at.ts";
import { assertOk, exchange, parseReply } from "./exchange.ts";
import { newState, openIdAddress, verifyOpenId } from "./openid.ts";
import {
  IDENTITY_TIMEOUT_MS,
  IdentityFailure,
  type IdentityProvider,
  type Picture,
} from "./port.ts";

/** The last part of a picture's address: its hash, by which we find it where we look for it. */
const AVATAR = /\/([\da-f]{40})(?:_full)?\.jpg$/u;

const summaries = z.object({
  response: z.object({
    players: z.array(
      z.object({
        steamid: z.string(),
        personaname: z.string(),
        // A picture is no reason to fail.
        avatarfull: z.string().nullish().catch(null),
      }),
    ),
  }),
});

/**
 * Proves Steam accounts: OpenID 2.0 [LINK-12], then name and picture over the Web API, whose
 * key never leaves the server.
 */
export const createSteamIdentity = (
  { openIdUrl, apiBase, avatarBase, webApiKey }: SteamConfig,
  clock: Clock,
): IdentityProvider => {
  const readPlayer = async (steamId: string) => {
    const query = new URLSearchParams({ key: webApiKey, steamids: steamId });
    const address = `${apiBase}/ISteamUser/GetPlayerSummaries/v0002/?${query}`;
    const reply = await exchange(address, { headers: { accept: "application/json" } });
    if (reply.status === 401 || reply.status === 403) throw new IdentityFailure("client_refused");
    assertOk(reply);
    const { players } = parseReply(summaries, reply).response;
    const player = players.find(({ steamid }) => steamid === steamId);
    if (player === undefined) throw new IdentityFailure("malformed");
    return player;
  };
  const pictureOf = async (avatar: string): Promise<Picture | null> => {
    const [, hash] = AVATAR.exec(avatar) ?? [];
    if (hash === undefined) return null;
    return await pictureAt(`${avatarBase}/${hash}_full.jpg`, IDENTITY_TIMEOUT_MS);
  };
  return {
    begin: (callbackUrl) => {
      const state = newState();
      return {
        address: openIdAddress(openIdUrl, callbackUrl, state),
        flow: { state, verifier: "" },
      };
    },
    finish: async (answer, flow, callbackUrl) => {
      const now = clock.now();
      const expected = { endpoint: openIdUrl, flow, callbackUrl, now };
      const { steamId, nonce } = await verifyOpenId(answer, expected);
      const { personaname, avatarfull } = await readPlayer(steamId);
      // Steam allows names of nothing that can be seen.
      const name = readName(personaname) || steamId;
      return { externalId: steamId, name, picture: await pictureOf(avatarfull ?? ""), nonce };
    },
  };
};
