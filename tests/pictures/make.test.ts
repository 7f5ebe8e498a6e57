import { expect, test } from "bun:test";
import { inflateSync } from "node:zlib";
import { type Colour, drawAvatar, encodePng } from "#sandbox/identity/avatar.ts";
import {
  fetchSmallPicture,
  pictureAt,
  skinFace,
  smallPicture,
} from "#server/providers/pictures/pictures.ts";
import { CLOSED_PORT, httpServer } from "#tests/support/game-servers.ts";

const MS = 1000;
const PNG = { headers: { "content-type": "image/png" } };

const metadataOf = (bytes: Uint8Array | null) => new Bun.Image(bytes ?? "").metadata();

test("[PIC-01] a picture becomes WebP of at most 128 pixels, and is never made larger", async () => {
  const large = await new Bun.Image(drawAvatar("a", 256)).jpeg().bytes();
  expect(await metadataOf(await smallPicture(new Uint8Array(large)))).toEqual({
    width: 128,
    height: 128,
    format: "webp",
  });
  expect(await metadataOf(await smallPicture(drawAvatar("a", 32)))).toMatchObject({ width: 32 });
});

test.each([
  ["nothing", new Uint8Array()],
  ["text", new TextEncoder().encode("<svg xmlns='http://www.w3.org/2000/svg'/>")],
  ["half a picture", drawAvatar("a", 64).slice(0, 80)],
  ["more pixels than anybody needs", encodePng(2049, () => [0, 0, 0, 255])],
])("what is %s is no picture", async (_, bytes) => {
  expect(await smallPicture(bytes)).toBeNull();
  expect(await skinFace(bytes)).toBeNull();
});

/** Of what one colour a picture is; a test draws faces that have but one. */
const colourOf = async (bytes: Uint8Array | null): Promise<number[]> => {
  const one = await new Bun.Image(bytes ?? "").resize(1, 1, { filter: "box" }).png().buffer();
  const at = one.indexOf("IDAT", 0, "latin1");
  const packed = one.subarray(at + 4, at + 4 + one.readUInt32BE(at - 4));
  return [...inflateSync(packed).subarray(1, 4)];
};

const RED: Colour = [200, 10, 20, 255];
const BLUE: Colour = [10, 20, 200, 255];
const CLEAR: Colour = [0, 0, 0, 0];
const isIn = (x: number, y: number, left: number) => x >= left && x < left + 8 && y >= 8 && y < 16;

test("the face of a skin is the face alone, with the hat over it where there is one", async () => {
  const bare = encodePng(64, (x, y) => (isIn(x, y, 8) ? RED : isIn(x, y, 40) ? CLEAR : BLUE));
  expect(await colourOf(await skinFace(bare))).toEqual([200, 10, 20]);
  const hatted = encodePng(64, (x, y) => (isIn(x, y, 40) ? BLUE : RED));
  expect(await colourOf(await skinFace(hatted))).toEqual([10, 20, 200]);
  expect(await metadataOf(await skinFace(hatted))).toMatchObject({ width: 128, format: "webp" });
});

/** Another colour at each place of a face. */
const spot = (x: number, y: number): Colour => [(x * 15) % 256, (y * 14) % 256, x + y, 255];
const asPng = (bytes: Uint8Array | null) => new Bun.Image(bytes ?? "").png().bytes();

test("the face looks as it does in the game: not mirrored, its hat shining through where it is thin", async () => {
  const skin = encodePng(64, (x, y) =>
    isIn(x, y, 40) ? [255, 255, 255, x > 43 ? 51 : 0] : spot(x, y),
  );
  const drawn = encodePng(128, (x, y) => {
    const [left, top] = [Math.floor(x / 16), Math.floor(y / 16)];
    const cover = left > 3 ? 51 / 255 : 0;
    const [red, green, blue] = spot(8 + left, 8 + top);
    const mix = (channel: number) => Math.round(255 * cover + channel * (1 - cover));
    return [mix(red), mix(green), mix(blue), 255];
  });
  const wanted = await smallPicture(drawn, { lossless: true });
  expect(await asPng(await skinFace(skin))).toEqual(await asPng(wanted));
});

test("every kind of PNG is read: one that is packed otherwise gives the same face", async () => {
  // A pattern for which encoders choose other filters in other lines.
  const skin = encodePng(64, (x, y) => [(x * 37) % 256, (y * 53) % 256, (x * y) % 256, 255]);
  const face = await skinFace(skin);
  for (const compressionLevel of [0, 9]) {
    const other = await new Bun.Image(skin).png({ compressionLevel }).bytes();
    expect(await skinFace(new Uint8Array(other))).toEqual(face);
  }
  expect(await skinFace(encodePng(32, () => RED))).toBeNull();
});

test("a picture is fetched without following anybody anywhere, and within its deadline", async () => {
  const { url } = httpServer((request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/ok") return new Response(drawAvatar("a", 64), PNG);
    if (pathname === "/moved") return Response.redirect(`${url}/ok`);
    if (pathname === "/html")
      return new Response("<html>", { headers: { "content-type": "text/html" } });
    if (pathname === "/svg")
      return new Response("<svg/>", { headers: { "content-type": "image/svg+xml" } });
    if (pathname === "/huge") return new Response(new Uint8Array(2_000_000), PNG);
    if (pathname === "/busy") return new Response("", { status: 503 });
    if (pathname === "/silent") return new Promise<Response>(() => {});
    return new Response("", { status: 404 });
  });
  expect(await pictureAt(`${url}/ok`, MS)).toBeInstanceOf(Uint8Array);
  for (const path of ["/svg", "/huge", "/none"])
    expect([path, await fetchSmallPicture(url + path, MS)]).toEqual([path, "none"]);
  for (const path of ["/html", "/moved", "/busy", "/silent"])
    expect([path, await fetchSmallPicture(url + path, MS)]).toEqual([path, "unreachable"]);
  const nobody = `http://127.0.0.1:${CLOSED_PORT}/`;
  expect(await fetchSmallPicture(nobody, MS)).toBe("unreachable");
  expect(await pictureAt(nobody, MS)).toBeNull();
});
