import { expect, test } from "bun:test";
import { encodePng } from "#sandbox/identity/avatar.ts";
import { createShopfront } from "#server/providers/shop/tebex.ts";
import { httpServer } from "#tests/support/game-servers.ts";

const PNG = { headers: { "content-type": "image/png" } };

/** A picture of a package, as the shop keeps it. */
const keptOf = async (answer: () => Response) => {
  const { url } = httpServer(answer);
  const picture = await createShopfront().pictureAt(`${url}/a.png`);
  if (typeof picture === "string") return picture;
  const { width, format } = await new Bun.Image(picture).metadata();
  return { width, format };
};

test("a package's picture is as large as its card, and smaller where it is too detailed", async () => {
  const plain = encodePng(640, (x) => [x % 256, 90, 40, 255]);
  expect(await keptOf(() => new Response(plain, PNG))).toEqual({ width: 320, format: "webp" });
  let seed = 7;
  const noise = encodePng(320, () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return [(seed >> 8) & 255, (seed >> 12) & 255, (seed >> 16) & 255, 255];
  });
  expect(await keptOf(() => new Response(noise, PNG))).toEqual({ width: 128, format: "webp" });
});

test("what is no picture is none; a Tebex that fails may have one another time", async () => {
  expect(await keptOf(() => new Response("<svg/>", PNG))).toBe("none");
  expect(await keptOf(() => new Response("gone", { status: 404 }))).toBe("none");
  expect(await keptOf(() => new Response("down", { status: 503 }))).toBe("unreachable");
  expect(await keptOf(() => Response.redirect("http://127.0.0.1:1/a.png"))).toBe("unreachable");
});
