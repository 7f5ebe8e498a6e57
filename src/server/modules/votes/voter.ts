import type { GamePlatform } from "#shared/constants/accounts.ts";
import type { Auth } from "#server/auth/auth.ts";

/** By what a vote names its player: an id of the platform as it is stored, or on Minecraft a name. */
export type Voter = { platform: GamePlatform; playerId: string };

/** Under what the votes of somebody are kept who is no member: keyed, so that nobody reads whose. */
export const voterHashOf = (
  auth: Pick<Auth, "lastingKeyFor">,
  { platform, playerId }: Voter,
): string =>
  new Bun.CryptoHasher("sha256", auth.lastingKeyFor("kept vote"))
    .update(`${platform} ${playerId.toLowerCase()}`)
    .digest("hex");
