import { z } from "zod";
import exampleCommunity from "#community.toml" with { type: "text" };

const tier = z.object({
  key: z.string(),
  name: z.string(),
  title: z.string(),
  price: z.number(),
  monthly_points: z.int(),
  quarter_hour_points: z.int(),
  package: z.int(),
});

/** A tier of the example community, as its document says. */
export type ExampleTier = z.infer<typeof tier>;

const { tiers } = z
  .object({ tiers: z.tuple([tier, tier, tier]) })
  .parse(Bun.TOML.parse(exampleCommunity));

/** Those of the sample data, the lowest first. */
export const [LOW, MIDDLE, HIGH] = tiers;
