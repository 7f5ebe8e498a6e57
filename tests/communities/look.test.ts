import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { ROOT } from "#scripts/client/places.ts";
import { drawPicture } from "#server/http/preview/draw.ts";
import { themeOf } from "#server/modules/community/index.ts";
import { SCENES } from "#shared/schemas/community/play.ts";
import { testConfig } from "#tests/support/app.ts";
import { foreignLookIn } from "#tests/support/foreign-look.ts";

const FILE = join(import.meta.dir, "frostkeep.toml");

/** The colours that a PNG of ours may have. */
const coloursOf = (png: Buffer): string => {
  const at = png.indexOf("PLTE");
  const bytes = png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4));
  return bytes.toString("hex").replaceAll(/.{6}/g, (colour) => `#${colour} `);
};

describe("nothing of the example's look is", () => {
  test("in what links to it show, and in its icons", async () => {
    const { community } = await testConfig({ COMMUNITY_FILE: FILE });
    const { look } = themeOf(community.brand);
    const words = { name: "Frostkeep", title: "Hausordnung", line: "Kurz und ehrlich." };
    for (const picture of [
      { look, ...words },
      { look, iconSize: 192 },
    ]) {
      const colours = coloursOf(await drawPicture(picture));
      expect(foreignLookIn("picture", colours)).toEqual([]);
      expect(colours).toContain(community.brand.background);
    }
  });

  test("in what browsers draw it with", async () => {
    const paths = [...new Bun.Glob("src/client/**/*.{ts,tsx,css,html,js}").scanSync(ROOT)];
    const found = await Promise.all(
      paths.map(async (path) => foreignLookIn(path, await Bun.file(join(ROOT, path)).text())),
    );
    expect(found.flat()).toEqual([]);
  });
});

test("every scene that a game can have is a picture", async () => {
  for (const scene of SCENES) {
    const file = Bun.file(join(ROOT, `src/client/public/art/${scene}.svg`));
    expect([scene, (await file.text()).startsWith("<svg ")]).toEqual([scene, true]);
  }
});
