import { expect, test } from "bun:test";
import exampleCommunity from "#community.toml" with { type: "text" };
import { faintPair, hexOf, measuredPairs, type Palette, paletteOf } from "#shared/rules/palette.ts";
import { problemsOfFile } from "#tests/support/community.ts";
import { EXAMPLE } from "#tests/support/example.ts";

/** The palette that was drawn by hand before it was computed. */
const DRAWN: Partial<Palette["colours"]> = {
  "ground-950": "#070b09",
  "ground-900": "#0b110e",
  "ground-850": "#0f1713",
  panel: "#111a15",
  "ground-800": "#141f19",
  "ground-700": "#1d2b23",
  "ground-600": "#2a3c32",
  "ground-500": "#3b5245",
  "glow-dim": "#15251d",
  glow: "#1a2a1f",
  "glow-strong": "#223528",
  "glow-bright": "#24392c",
  ink: "#e9efe6",
  "ink-soft": "#c9d4cb",
  "ink-lead": "#c5d1c8",
  "ink-quiet": "#c3d0c6",
  muted: "#a3b3a8",
  faint: "#84978b",
  "muted-high": "#d3dcd4",
  "faint-high": "#c2ccc4",
  "line-high": "#93a096",
  "stone-100": "#a3b3a8",
  "stone-300": "#7d9085",
  "stone-600": "#4c5e54",
  "stone-900": "#0b110e",
  accent: "#f5b83d",
  "accent-strong": "#ffd166",
  "accent-deep": "#b97a12",
  "accent-ground": "#241d0f",
  moss: "#7fd18a",
  ember: "#ff7a59",
  laurel: "#f0b93a",
  crystal: "#8fe3ff",
  blades: "#b794ff",
};

test("of the example's two colours comes the palette that was drawn by hand, to the last digit", () => {
  const { scheme, colours } = paletteOf(EXAMPLE.brand);
  expect(scheme).toBe("dark");
  expect(colours).toMatchObject(DRAWN);
});

test.each([
  ["slate", "#8fd0ff", "#232c3d"],
  ["black", "#ffffff", "#000000"],
  ["paper", "#7a2417", "#f4f1ea"],
  ["white", "#00386b", "#ffffff"],
])("whatever is readable on %s is let through", (_name, accent, background) => {
  expect(faintPair({ accent, background })).toBeNull();
});

test("on a light background texts and lines are darker than it, and so is what stresses the accent", () => {
  const { scheme, colours } = paletteOf({ accent: "#00386b", background: "#f4f1ea" });
  const lightness = (name: keyof typeof colours) => Number.parseInt(colours[name].slice(3, 5), 16);
  expect(scheme).toBe("light");
  expect(lightness("ink")).toBeLessThan(lightness("muted"));
  expect(lightness("muted")).toBeLessThan(lightness("ground-500"));
  expect(lightness("ground-500")).toBeLessThan(lightness("ground-900"));
  expect(lightness("accent-strong")).toBeLessThan(lightness("accent"));
});

test("a colour is written as #rrggbb or oklch(…), and as nothing else", () => {
  expect(hexOf("#F5B83D")).toBe("#f5b83d");
  expect(hexOf("oklch(70% 0.1 200)")).toBe(hexOf("oklch(0.7 .1 200deg)"));
  // More colourful than any screen: as colourful as there is.
  expect(hexOf("oklch(0.7 0.4 200)")).toMatch(/^#[\da-f]{6}$/);
  for (const other of ["red", "#fff", "#12345678", "oklch(0.7 0.1)", "url(x)", "", "#12345g;}"])
    expect([other, hexOf(other)]).toEqual([other, null]);
});

/** What is wrong with the example in these colours. */
const problemsIn = (accent: string, background: string) =>
  problemsOfFile(
    exampleCommunity
      .replace(/^accent = .*$/m, `accent = "${accent}"`)
      .replace(/^background = .*$/m, `background = "${background}"`)
      .replace(/^scene = .*$/m, ""),
  );

test("an accent that too few can read is refused, with what it has, what it needs and what would do", async () => {
  const [problem = "", ...others] = await problemsIn("#777777", "#070b09");
  expect(others).toEqual([]);
  expect(problem).toMatch(
    /^community\.toml: brand\.accent: #777777 makes links on raised panels too faint: a contrast of 3\.29:1, and 4\.50:1 is needed; #[\da-f]{6} would do$/,
  );
  const instead = /; (#\w+) would do$/.exec(problem)?.[1] ?? "";
  expect(faintPair({ accent: instead, background: "#070b09" })).toBeNull();
});

test.each([
  ["#777777", "#070b09"],
  ["#4a3a1a", "#0b0f14"],
  ["#ffffff", "#808080"],
  ["#3050ff", "#777777"],
  ["#f0f0f0", "#ffffff"],
])(
  "what is said of %s on %s names what people see, and not our own names",
  async (accent, background) => {
    const problems = (await problemsIn(accent, background)).filter((one) =>
      one.includes(" makes "),
    );
    expect(problems).toHaveLength(1);
    expect(problems[0]).not.toMatch(/ground-\d|accent-|makes accent|\b(?:ink|moss|ember|muted)\b/);
  },
);

const measured = (accent: string, background: string) =>
  measuredPairs(paletteOf({ accent, background }));

test("every pair is measured, and those below the limit are exactly those that are refused", () => {
  const good = measured("#d9a441", "#0b0f14");
  expect(good.length).toBe(19);
  expect(good.filter((pair) => pair.measured < pair.ratio)).toEqual([]);
  const chosen = { accent: "#4a3a1a", background: "#0b0f14" };
  const faint = measured(chosen.accent, chosen.background).filter(
    (pair) => pair.measured < pair.ratio,
  );
  const [worst] = faint.toSorted((a, b) => a.measured - b.measured);
  expect(worst).toMatchObject({
    text: faintPair(chosen)?.text,
    measured: faintPair(chosen)?.measured,
  });
});

test("a background neither dark nor light is refused, and so is what is no colour", async () => {
  const [problem] = await problemsIn("#ffffff", "#808080");
  expect(problem).toMatch(/^community\.toml: brand\.background: #808080 makes .* would do$/);
  const [unreadable] = await problemsIn("amber", "#070b09");
  expect(unreadable).toContain("brand.accent: must be a colour such as #1e90ff or oklch(");
});

test("a scene that is painted at night is refused on a light background", async () => {
  const light = exampleCommunity
    .replace(/^accent = .*$/m, 'accent = "#00386b"')
    .replace(/^background = .*$/m, 'background = "#f4f1ea"');
  expect(await problemsOfFile(light)).toEqual([
    "community.toml: brand.scene: is painted at night, and needs a dark background",
  ]);
});

test.each([
  ['{ emblem = "dragon" }', "brand.logo.emblem: "],
  ['{ emblem = "lynx", picture = "/media/a.png" }', "brand.logo: needs an emblem or a picture"],
  ["{}", "brand.logo: needs an emblem or a picture"],
  ['{ picture = "https://elsewhere.example/a.png" }', "brand.logo.picture: must be the address"],
  ['{ picture = "/media/a.svg" }', "brand.logo.picture: must be the address"],
  ['{ picture = "/media/../a.png" }', "brand.logo.picture: must be the address"],
])("a logo that is %s is refused", async (logo, sentence) => {
  const problems = await problemsOfFile(exampleCommunity.replace(/^logo = .*$/m, `logo = ${logo}`));
  expect(problems.join("\n")).toContain(sentence);
});
