import type { Auth } from "#server/auth/auth.ts";
import type { GamePlatform } from "#shared/constants/accounts.ts";

/** By what a vote names its player: an id of the platform as it is stored, or on Minecraft a name. */
export type Voter = {
  platform: GamePlatform;
  playerId: string;
  /** By what else the same player is known, such as the name beside an id of Minecraft. */
  alias?: string;
};

/** Under what the votes of somebody are kept who is no member: keyed, so that nobody reads whose. */
const voterHashOf = (auth: Pick<Auth, "lastingKeyFor">, { platform, playerId }: Voter): string =>
  new Bun.CryptoHasher("sha256", auth.lastingKeyFor("kept vote"))
    .update(`${platform} ${playerId.toLowerCase()}`)
    .digest("hex");

/** Every hash under which votes of this player may be kept, the one for new ones first. */
export const voterHashesOf = (
  auth: Pick<Auth, "lastingKeyFor">,
  { platform, playerId, alias }: Voter,
): [string, ...string[]] => {
  const own = voterHashOf(auth, { platform, playerId });
  return alias === undefined ? [own] : [own, voterHashOf(auth, { platform, playerId: alias })];
};
