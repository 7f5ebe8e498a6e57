import { join } from "node:path";
import exampleCommunity from "#community.toml" with { type: "text" };
import { ROOT } from "#scripts/client/places.ts";
import { hexOf, paletteOf } from "#shared/rules/palette.ts";

const EXAMPLE_FILE: unknown = Bun.TOML.parse(exampleCommunity);
const OTHER: unknown = Bun.TOML.parse(
  await Bun.file(join(ROOT, "tests/communities/frostkeep.toml")).text(),
);

const brandIn = (file: unknown) => {
  const { accent, background } = (file as { brand: Record<"accent" | "background", string> }).brand;
  return { accent: hexOf(accent) ?? "", background: hexOf(background) ?? "" };
};

/** The example's own colours; those of good, bad and metals are the program's. */
const exampleColours = (): string[] => {
  const own = new Set(Object.values(paletteOf(brandIn(OTHER)).colours));
  return Object.entries(paletteOf(brandIn(EXAMPLE_FILE)).colours)
    .filter(([name]) => /^(ground|panel|glow|ink|muted|faint|line|stone|accent)/.test(name))
    .flatMap(([, colour]) => (own.has(colour) ? [] : colour));
};

/** What the example's mails have before its name. */
const EXAMPLE_SIGN = "&#11042;";

/** What of the example's look stands in an answer, and where. */
export const foreignLookIn = (place: string, answer: string): string[] =>
  [...exampleColours(), "Big Shoulders", "big-shoulders", EXAMPLE_SIGN]
    .filter((one) => answer.toLowerCase().includes(one.toLowerCase()))
    .map((one) => `${place}: ${one}`);
