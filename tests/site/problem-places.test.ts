import { expect, test } from "bun:test";
import type { SiteDocument } from "#server/config/community-file.ts";
import { placed } from "#server/modules/site/compare.ts";
import { SITE_VERSIONS } from "#shared/site-publishing-messages.ts";
import { appWithPeople } from "#tests/support/people.ts";
import { type Part, saveDraft } from "#tests/support/site-drafts.ts";

const withoutEco = (games: Part[]) => games.filter(({ key }) => key !== "eco");

test("[SITE-02] a draft that does not go with what is published elsewhere is left out of the preview, and no other", async () => {
  const { admin } = await appWithPeople();
  await saveDraft(admin, "texts", (texts) => Object.assign(texts, { login: "Come in." }));
  const { problems } = await saveDraft(admin, "games", withoutEco);
  const wrong = problems.filter(({ section, level }) => section === "servers" && level === "error");
  expect(wrong.length).toBeGreaterThan(0);
  const { published } = await admin.site.section.query({ section: "servers" });
  const names = wrong.map(({ path }) => (published as Part[])[Number(path[0])]?.["name"]);
  expect(wrong.map(({ place }) => place)).toEqual(names.map((name) => `${String(name)} › Game`));
  const { games, texts } = await admin.site.previewConfig.query();
  expect(texts.login).toBe("Come in.");
  expect(games.map(({ key }) => key)).toContain("eco");
});

test("[SITE-02] what names something that was removed says by its title what that was", async () => {
  const { admin } = await appWithPeople();
  const { published } = await admin.site.section.query({ section: "games" });
  const eco = (published as Part[]).find(({ key }) => key === "eco");
  const { problems } = await saveDraft(admin, "games", withoutEco);
  const messages = problems.filter(({ level }) => level === "error").map(({ message }) => message);
  expect([...new Set(messages)]).toEqual([
    SITE_VERSIONS.removed(String(eco?.["title"] ?? eco?.["name"])),
  ]);
  // What never was there has no title.
  await admin.site.discardDraft.mutate({ section: "games" });
  const { problems: unknown } = await saveDraft(admin, "servers", (servers) =>
    servers.map((one, index) => (index === 0 ? { ...one, game: "void" } : one)),
  );
  expect(unknown.find(({ level }) => level === "error")?.message).toBe(
    '"void" is the key of no game',
  );
});

test("a package has the store's name in the place of what is wrong with it", () => {
  const shop = { packages: [{ id: 601 }, { id: 602 }] };
  const drafted = { shop } as unknown as SiteDocument;
  const placeOf = (index: number) =>
    placed(
      {
        section: "shop",
        path: ["packages", index, "points"],
        level: "error",
        code: "invalid",
        message: "is wrong",
      },
      { drafted, published: drafted, packages: new Map([[601, "Starter kit"]]) },
    ).place;
  expect(placeOf(0)).toBe("What packages give › Starter kit (601) › Points");
  expect(placeOf(1)).toBe("What packages give › 602 › Points");
});

test("[SITE-03] what was chosen is told by the names that the form has for it", async () => {
  const { admin } = await appWithPeople();
  await saveDraft(admin, "home", (home) =>
    Object.assign(home, { sections: ["status", "services"] }),
  );
  await saveDraft(admin, "menu", (menu) => {
    const bar = menu["bar"] as Part[];
    const others = bar.filter(({ screen }) => screen !== "calendar");
    return Object.assign(menu, { bar: [...others, { screen: "calendar" }] });
  });
  await saveDraft(admin, "tickets", (tickets) =>
    Object.assign(tickets, { gamesWithoutServer: [] }),
  );
  const lines = (await admin.site.changes.query()).flatMap((change) => change.lines);
  expect(lines).toContainEqual(
    expect.objectContaining({
      path: "Sections of the page",
      after: "Server status, Services and subscriptions",
    }),
  );
  expect(lines).toContainEqual({
    path: "Bar › Calendar › Screen",
    before: null,
    after: "Calendar",
  });
});

test("[SITE-03] what nobody can choose is told as it is, also where an object has something of that name", async () => {
  const { admin } = await appWithPeople();
  await saveDraft(admin, "home", (home) => Object.assign(home, { sections: ["constructor"] }));
  await saveDraft(admin, "menu", (menu) => Object.assign(menu, { bar: [{ screen: "toString" }] }));
  const lines = (await admin.site.changes.query()).flatMap((change) => change.lines);
  expect(lines.map(({ after }) => after)).toContain("constructor");
  expect(lines).toContainEqual({
    path: "Bar › toString › Screen",
    before: null,
    after: "toString",
  });
});

test("[SITE-03] what is removed is one line", async () => {
  const { admin } = await appWithPeople();
  await saveDraft(admin, "games", withoutEco);
  const [change] = await admin.site.changes.query();
  expect(change?.lines).toEqual([{ path: "Eco", before: "", after: null }]);
});
