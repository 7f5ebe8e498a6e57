import { describe, expect, test } from "bun:test";
import { communitySchema } from "#server/config/community.ts";
import type { Config } from "#server/config/config.ts";
import type { OpenApiDocument } from "#server/http/rest/openapi.ts";
import { shownValue } from "#shared/constants/tickets.ts";
import type { CommunityTickets } from "#shared/schemas/community/tickets.ts";
import { EXAMPLE, exampleFileWith, problemsOfSection } from "#tests/support/community.ts";
import { appWithPeople, refusalOf, TICKET } from "#tests/support/people.ts";

const OWN: CommunityTickets = {
  categories: [
    { key: "hilfe", title: "Hilfe im Spiel" },
    { key: "kauf", title: "Einkauf", icon: "cart" },
  ],
  topics: [{ key: "forum", title: "Das Forum", place: "{name} Forum" }],
  notifyTeam: true,
};

const withTickets =
  (tickets: CommunityTickets) =>
  (config: Config): Config => ({ ...config, community: { ...config.community, tickets } });

const withEqualNames = (config: Config): Config => {
  const games = config.community.games.map((game) =>
    Object.assign({}, game, game.key === "eco" && { name: "Ark:SE" }),
  );
  return { ...config, community: { ...config.community, games } };
};

const withLongName = (config: Config): Config => {
  const brand = { ...config.community.brand, name: "Frostkeep ".repeat(6).trim() };
  return { ...config, community: { ...config.community, brand, tickets: OWN } };
};

describe("[TICK-08] what tickets can be about is the community's own", () => {
  test("its categories and topics are the options, and no others", async () => {
    const { member } = await appWithPeople({ adjust: withTickets(OWN) });
    const { gamesWithServers, categories } = await member.tickets.options.query();
    expect(categories).toEqual(["hilfe", "kauf"]);
    expect(Object.entries(gamesWithServers)[0]).toEqual(["forum", ["Lynxden Forum"]]);
    expect(Object.keys(gamesWithServers)).not.toContain("Discord Issue");
    const about = { ...TICKET, category: "kauf", game: "forum", server: "Lynxden Forum" };
    const { id, category } = await member.tickets.create.mutate(about);
    expect(category).toBe("kauf");
    const refused = [400, "category: must be one of hilfe, kauf"] as const;
    expect(await refusalOf(member.tickets.create.mutate(TICKET))).toEqual([...refused]);
    expect(await refusalOf(member.tickets.edit.mutate({ ...about, id, category: "Bug" }))).toEqual([
      ...refused,
    ]);
    for (const category of ["Bug", ""])
      expect(await refusalOf(member.tickets.list.query({ status: "Open", category }))).toEqual([
        ...refused,
      ]);
  });

  test("the document of the calls has them", async () => {
    const { member } = await appWithPeople({ adjust: withTickets(OWN) });
    const response = await member.ask("GET", "/api/openapi.json");
    const { paths } = (await response.json()) as OpenApiDocument;
    const category = expect.objectContaining({ type: "string", enum: ["hilfe", "kauf"] });
    for (const operation of [
      paths["/api/tickets"]?.["post"],
      paths["/api/tickets/{id}/edit"]?.["put"],
    ])
      expect(operation?.requestBody?.content["application/json"]?.schema.properties).toMatchObject({
        category,
      });
    const { parameters = [] } = paths["/api/tickets/open"]?.["get"] ?? {};
    expect(parameters).toContainEqual(
      expect.objectContaining({ name: "category", required: false, schema: category }),
    );
  });

  test("a category that has been taken out stays on its tickets, which can still be edited", async () => {
    const { app, member } = await appWithPeople();
    const { id } = await member.tickets.create.mutate(TICKET);
    app.deps.live.replace({ community: { ...EXAMPLE, tickets: OWN }, siteVersion: 1 });
    const open = { status: "Open" } as const;
    expect((await member.tickets.list.query(open)).items).toMatchObject([{ id, category: "Bug" }]);
    const edited = { ...TICKET, id, subject: "Still stuck" };
    expect(await member.tickets.edit.mutate(edited)).toMatchObject({
      subject: "Still stuck",
      category: "Bug",
    });
    expect(await member.tickets.edit.mutate({ ...edited, category: "hilfe" })).toMatchObject({
      category: "hilfe",
    });
  });

  test("people see titles; the key of what is gone", () => {
    expect(shownValue(OWN, "category", "kauf")).toBe("Einkauf");
    expect(shownValue(OWN, "category", "Bug")).toBe("Bug");
    expect(shownValue(OWN, "game", "forum")).toBe("Das Forum");
    expect(shownValue(OWN, "game", "Ark:SE")).toBe("Ark:SE");
    expect(shownValue(OWN, "server", "forum")).toBe("forum");
  });

  test("two games of one short name, as earlier programs published them, have the servers of both", async () => {
    const { member } = await appWithPeople({ adjust: withEqualNames });
    const { gamesWithServers } = await member.tickets.options.query();
    const servers = gamesWithServers["Ark:SE"] ?? [];
    expect(servers).toContain("The Island");
    expect(servers).toContain("Eco");
    const about = { ...TICKET, game: "Ark:SE", server: "The Island" };
    expect(await member.tickets.create.mutate(about)).toMatchObject({ server: "The Island" });
  });

  test("a place that is too long with the community's name gives way to the title", async () => {
    const { member } = await appWithPeople({ adjust: withLongName });
    const { gamesWithServers } = await member.tickets.options.query();
    expect(gamesWithServers["forum"]).toEqual(["Das Forum"]);
  });
});

const LONG = "x".repeat(41);
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => `{ key = "k${index}" }`).join(", ");
const ONE = 'categories = [{ key = "a" }]';

describe("the section [tickets] of the community's file", () => {
  test("is read", () => {
    const lines = `[tickets]\n${ONE}\ntopics = [{ key = "b", title = "B", place = "{name} B" }]`;
    const { data } = communitySchema.safeParse(Bun.TOML.parse(exampleFileWith("tickets", lines)));
    expect(data?.tickets).toEqual({
      categories: [{ key: "a" }],
      topics: [{ key: "b", title: "B", place: "{name} B" }],
      notifyTeam: true,
    });
  });

  test("a file of the first format has the example's", () => {
    const file = exampleFileWith("tickets", "").replace(/^format = .*\n/m, "");
    expect(communitySchema.safeParse(Bun.TOML.parse(file)).data?.tickets).toEqual(EXAMPLE.tickets);
  });

  test.each([
    ["", "tickets: "],
    ["[tickets]\ncategories = []", "tickets.categories: must name at least one"],
    [`[tickets]\ncategories = [${many(41)}]`, "tickets.categories: "],
    [`[tickets]\n${ONE}\ntopics = [${many(21)}]`, "tickets.topics: "],
    [`[tickets]\ncategories = [{ key = "${LONG}" }]`, "tickets.categories[0].key: "],
    [`[tickets]\ncategories = [{ key = " " }]`, "tickets.categories[0].key: must not be empty"],
    [`[tickets]\ncategories = [{ key = "a", title = "${LONG}" }]`, "tickets.categories[0].title: "],
    [`[tickets]\ncategories = [{ key = "a", icon = "skull" }]`, "tickets.categories[0].icon: "],
    [
      `[tickets]\ncategories = [{ key = "a", colour = "red" }]`,
      'tickets.categories[0]: does not know "colour"',
    ],
    [
      `[tickets]\ncategories = [{ key = "a" }, { key = "a" }]`,
      'tickets.categories[1].key: "a" is already used above',
    ],
    [
      `[tickets]\n${ONE}\ntopics = [{ key = "b" }, { key = "b" }]`,
      'tickets.topics[1].key: "b" is already used above',
    ],
    [
      `[tickets]\n${ONE}\ntopics = [{ key = "Eco" }]`,
      'tickets.topics[0].key: "Eco" is already the name of games[2]',
    ],
    [
      `[tickets]\n${ONE}\ntopics = [{ key = "b", place = "{brand} Forum" }]`,
      "tickets.topics[0].place: may have {name}, {currency} in braces, and nothing else",
    ],
    [
      `[tickets]\n${ONE}\ntopics = [{ key = "b", place = "${"x".repeat(61)}" }]`,
      "tickets.topics[0].place: ",
    ],
  ])("what is wrong with it is named: %s", async (lines, named) => {
    const [problem, ...others] = await problemsOfSection("tickets", lines);
    expect(problem).toStartWith(`community.toml: ${named}`);
    expect(others).toEqual([]);
  });
});
