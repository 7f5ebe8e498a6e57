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

// Only what is pointed elsewhere is looked at; everything else passes through as it is.
const communityFile = z.looseObject({
  links: z
    .looseObject({ donations: z.array(z.looseObject({ name: z.string() })).default([]) })
    .prefault({}),
  servers: z.array(z.looseObject({ key: z.string() })).default([]),
  security: z.looseObject({}).prefault({}),
});

type Table = Readonly<Record<string, unknown>>;

const isTable = (value: unknown): value is Table =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Writes tables, lists of tables, lists of plain values and plain values: all that such a file has. */
const toToml = (table: Table, path: readonly string[] = []): string => {
  const lines: string[] = [];
  const nested: string[] = [];
  for (const [name, value] of Object.entries(table)) {
    const inner = [...path, name];
    if (isTable(value)) nested.push(`\n[${inner.join(".")}]\n${toToml(value, inner)}`);
    else if (Array.isArray(value) && value.some(isTable))
      for (const item of value.filter(isTable))
        nested.push(`\n[[${inner.join(".")}]]\n${toToml(item, inner)}`);
    else lines.push(`${name} = ${JSON.stringify(value)}\n`);
  }
  return [...lines, ...nested].join("");
};

/** Where the links lead that the file has. */
const PLACES = { discord: "discord", subscriptions: "subscriptions", steam_favorites: "favorites" };

const slug = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, "-")
    .replaceAll(/^-|-$/gu, "");

type Place = { key: string; host: string; port: number; queryPort: number };

const moved = (server: Table, place: Place, outside: string): Table => ({
  ...server,
  host: place.host,
  port: place.port,
  query_host: place.host,
  query_port: place.queryPort,
  vote_url: `${outside}/vote/${place.key}`,
});

/**
 * A community file whose game servers, links and votes lead into the sandbox.
 * @param sandbox where it runs, and its servers.
 * @param example text of a `community.toml`; servers that the sandbox does not have stay as they are.
 * @returns text of the new file.
 */
export const communityFor = (
  sandbox: { url: string; servers: readonly Place[] },
  example: string,
): string => {
  const file = communityFile.parse(Bun.TOML.parse(example));
  const outside = `${sandbox.url}/outside`;
  const places = new Map(sandbox.servers.map((place) => [place.key, place]));
  return toToml({
    ...file,
    // Its people come and go, and have no app.
    security: { ...file.security, team_needs_second_factor: false },
    links: {
      ...file.links,
      ...Object.fromEntries(
        Object.entries(PLACES)
          .filter(([name]) => Boolean(file.links[name]))
          .map(([name, place]) => [name, `${outside}/${place}`]),
      ),
      donations: file.links.donations.map((donation) =>
        Object.assign(donation, { url: `${outside}/donate/${slug(donation.name)}` }),
      ),
    },
    servers: file.servers.map((server) => {
      const place = places.get(server.key);
      return place === undefined ? server : moved(server, place, outside);
    }),
  });
};
