import exampleCommunity from "#community.toml" with { type: "text" };
import { communitySchema, type Community } from "#server/config/community.ts";

/** The example community. */
export const EXAMPLE: Community = communitySchema.parse(Bun.TOML.parse(exampleCommunity));
