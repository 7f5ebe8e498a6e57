import { describe, expect, test } from "bun:test";
import exampleCommunity from "#community.toml" with { type: "text" };
import { readCommunityFile, readDocument } from "#server/config/read-community.ts";
import { readVersion } from "#server/modules/site/index.ts";
import frostkeep from "#tests/communities/frostkeep.toml" with { type: "text" };
import { appWithPeople } from "#tests/support/people.ts";

type Path = readonly (string | number)[];
type Leaf = { path: Path; value: string };

const leavesOf = (value: unknown, path: Path = []): Leaf[] => {
  if (typeof value === "string") return [{ path, value }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    leavesOf(one, [...path, Array.isArray(value) ? Number(name) : name]),
  );
};

/** The first text at each place; entries of a list are one place. */
const placesOf = (document: object): ReadonlyMap<string, Leaf> => {
  const places = new Map<string, Leaf>();
  for (const leaf of leavesOf(document)) {
    const place = leaf.path.map((part) => (typeof part === "number" ? "*" : part)).join(".");
    if (!places.has(place)) places.set(place, leaf);
  }
  return places;
};

/** The document with something more at the end of each of these texts. */
const withMore = (document: object, leaves: readonly Leaf[], more: string): object => {
  const made = structuredClone(document) as Record<string | number, unknown>;
  for (const { path, value } of leaves) {
    const last = path.at(-1) ?? "";
    const inside = path
      .slice(0, -1)
      .reduce<typeof made>((at, part) => at[part] as typeof made, made);
    inside[last] = `${value}${more}`;
  }
  return made;
};

/** Texts in which people may begin another line. */
const OF_LINES = new Set([
  "games.*.text",
  "home.note",
  "mails.*.intro",
  "pages.*.text",
  "privacy.text",
  "rules.ladder.intro",
  "rules.tabs.*.intro",
  "rules.tabs.*.text",
  "shop.note",
  "welcome.*.text",
]);
const isOfLines = (place: string) => OF_LINES.has(place.replace(/^mails\.\w+/, "mails.*"));

const isAddress = (value: string) => /^https?:/.test(value);

const documentOf = (text: string) => {
  const problems: string[] = [];
  const read = readCommunityFile("community.toml", text, problems);
  if (read === null) throw new Error(problems.join("; "));
  return read.file;
};

const REFUSED = {
  "a NUL": "\0",
  "an escape": "\u001b",
  "an override of the direction of writing": "\u202e",
} as const;

describe.each([
  ["the example", exampleCommunity],
  ["the second community", frostkeep],
])("[SITE-13] of %s", (_, file) => {
  const { machine, document } = documentOf(file);
  const places = [...placesOf(document)];
  /** The places at which a text is refused once this stands in each of them. */
  const refusedWith = (character: string): string[] => {
    const leaves = places.map(([, leaf]) => leaf);
    const { problems } = readDocument(machine, {
      ...withMore(document, leaves, `${character}x`),
      format: document.format,
    });
    const paths = new Set(problems.map(({ section, path }) => [section, ...path].join()));
    return places.flatMap(([place, { path }]) => (paths.has(path.join()) ? [place] : []));
  };
  const all = places.map(([place]) => place);

  test("texts of one line refuse a second one", () => {
    expect(all.length).toBeGreaterThan(60);
    // Of an address it is left out, as browsers do.
    const oneLine = places.filter(([place, { value }]) => !isOfLines(place) && !isAddress(value));
    expect(refusedWith("\n")).toEqual(oneLine.map(([place]) => place));
  });

  test.each(Object.entries(REFUSED))("no text takes %s", (__, character) => {
    expect(refusedWith(character)).toEqual(all);
  });
});

test("[SITE-13] a version that an earlier program took them into is read with spaces in their place", async () => {
  const { app, store, clock } = await appWithPeople();
  const { config } = app.deps;
  const { document } = config.communityFile;
  const brand = { ...(document.brand as object), tagline: "One\n\u202efor all" };
  const shop = {
    note: "Two\nlines",
    packages: [{ id: 1, deliveries: [{ game: "g", give: "a\tb" }] }],
  };
  await store.write((tx) =>
    tx.insert(store.tables.siteVersions).values({
      id: 1,
      document: JSON.stringify({ ...document, brand, shop }),
      hash: "h",
      note: "",
      source: "browser",
      sections: ["brand"],
      createdAt: clock.now(),
    }),
  );
  expect(await readVersion({ ...store.read, config }, 1)).toEqual({
    ...document,
    brand: { ...brand, tagline: "One for all" },
    shop: { ...shop, packages: [{ id: 1, deliveries: [{ game: "g", give: "a b" }] }] },
  });
});
