import { describe, expect, test } from "bun:test";
import { prerender } from "#client/prerender.tsx";
import { communitySchema, type Community } from "#server/config/community.ts";
import { siteOf } from "#server/modules/community/index.ts";
import { NO_POINTS } from "#shared/points-messages.ts";
import { EXAMPLE, exampleFileWith, problemsOfSection } from "#tests/support/community.ts";

const pageWith = async (texts: Community["texts"], path: string) => {
  const community = { ...EXAMPLE, texts };
  const site = siteOf(
    {
      community,
      siteVersion: 0,
      maintenance: null,
      publicUrl: "http://den.example",
      discord: null,
      mail: null,
      tebex: null,
    },
    "build-1",
  );
  return (await prerender(path, site)).body;
};

describe("short sentences are said as the community's file has them", () => {
  test("the example's stand where they always did", async () => {
    expect(await pageWith(EXAMPLE.texts, "/login")).toContain("Log in to your den.");
    expect(await pageWith(EXAMPLE.texts, "/nothing-here")).toContain("Back to the den");
  });

  test("names in braces are filled in", async () => {
    const texts = { ...EXAMPLE.texts, login: "{name}, für {currency}", back: "Heim zu {name}" };
    expect(await pageWith(texts, "/login")).toContain("Lynxden, für ZP");
    expect(await pageWith(texts, "/nothing-here")).toContain("Heim zu Lynxden");
  });

  test("a file that says none has plain ones; one of the first format has what it always had", () => {
    const file = Bun.TOML.parse(exampleFileWith("texts", "")) as Record<string, unknown>;
    expect(communitySchema.parse(file).texts).toEqual({
      login: "Log in to {name}.",
      member: "Member of {name}",
      back: "Back to the home page",
      quiet: "All quiet here",
    });
    expect(communitySchema.parse({ ...file, format: 1 }).texts).toEqual(EXAMPLE.texts);
  });

  test("what is wrong with one is said", async () => {
    expect(await problemsOfSection("texts", '[texts]\nlogin = "{player}"\nhome = "x"')).toEqual([
      "community.toml: texts.login: may have {name}, {currency} in braces, and nothing else",
      'community.toml: texts: does not know "home"',
    ]);
  });
});

test("where points are earned by playing, the games are named that earn them", () => {
  const { text } = NO_POINTS.play;
  expect(text([7, 15], "ZP", ["A", "B", "C"])).toBe(
    "With a subscription, every 15 minutes on A, B or C earns 7 to 15 ZP.",
  );
  expect(text([4, 4], "Flocken", ["A"])).toBe(
    "With a subscription, every 15 minutes on A earns 4 Flocken.",
  );
});
