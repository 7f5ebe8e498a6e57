import exampleCommunity from "#community.toml" with { type: "text" };
import { communitySchema, type Community } from "#server/config/community.ts";

type RawServer = { key: string; game: string; name: string; host: string; port: number } & Record<
  string,
  unknown
>;

/** The example community, with these servers instead of its own. */
export const communityWith = (servers: readonly RawServer[]): Community =>
  communitySchema.parse({ ...Bun.TOML.parse(exampleCommunity), servers });
