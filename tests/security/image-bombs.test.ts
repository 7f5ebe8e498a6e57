import { describe, expect, test } from "bun:test";
import { once } from "node:events";
import { crc32, createDeflate, gzipSync } from "node:zlib";
import { encodePng } from "#sandbox/identity/avatar.ts";
import { fetchSmallPicture, skinFace, smallPicture } from "#server/providers/pictures/pictures.ts";
import { httpServer } from "#tests/support/game-servers.ts";

const MB = 1024 * 1024;

const collected = async (stream: AsyncIterable<Buffer>) => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/** Packed bytes of nothing, made a megabyte at a time so that this process does not grow by it. */
const packedNothing = async (megabytes: number) => {
  const deflate = createDeflate();
  const done = collected(deflate);
  for (let made = 0; made < megabytes; made += 1)
    if (!deflate.write(Buffer.alloc(MB))) await once(deflate, "drain");
  deflate.end();
  return await done;
};

/** A PNG that says it is so large, with so many packed megabytes of nothing. */
const pngThatClaims = async (width: number, height: number, megabytes = 1) => {
  const png = Buffer.from(encodePng(1, () => [0, 0, 0, 255]));
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  const packed = await packedNothing(megabytes);
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from("IDAT"), packed, Buffer.alloc(4)]);
  chunk.writeUInt32BE(packed.length, 0);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + packed.length)), 8 + packed.length);
  return new Uint8Array(Buffer.concat([png.subarray(0, 33), chunk, png.subarray(-12)]));
};

/** The same of a JPEG: its frame header says how large it is. */
const jpegThatClaims = async (width: number, height: number) => {
  const jpeg = Buffer.from(await new Bun.Image(encodePng(8, () => [9, 9, 9, 255])).jpeg().bytes());
  const frame = [0xc0, 0xc2]
    .map((kind) => jpeg.indexOf(Buffer.from([0xff, kind])))
    .find((at) => at > 0);
  if (frame === undefined) throw new Error("There is no frame header.");
  jpeg.writeUInt16BE(height, frame + 5);
  jpeg.writeUInt16BE(width, frame + 7);
  return new Uint8Array(jpeg);
};

/** The same of a GIF, whose screen is larger than its picture. */
const gifThatClaims = (width: number, height: number) => {
  const gif = Buffer.from("R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==", "base64");
  for (const at of [6, 29 - 5]) {
    gif.writeUInt16LE(width, at);
    gif.writeUInt16LE(height, at + 2);
  }
  return new Uint8Array(gif);
};

/** The most memory that this process has had so far. */
const peakBytes = () => process.resourceUsage().maxRSS * 1024;

describe("a picture of a provider", () => {
  test("that says it is larger than four megapixels is not unpacked", async () => {
    const sizes: readonly [number, number][] = [
      [65_535, 65_535],
      [2 ** 31 - 1, 1],
      [1, 2 ** 31 - 1],
      [2049, 2048],
      [0, 0],
    ];
    for (const [width, height] of sizes) {
      const png = await pngThatClaims(width, height);
      expect([width, height, await smallPicture(png), await skinFace(png)]).toEqual([
        width,
        height,
        null,
        null,
      ]);
    }
    for (const bytes of [await jpegThatClaims(65_500, 65_500), gifThatClaims(65_535, 65_535)])
      expect(await smallPicture(bytes)).toBeNull();
  });

  test("cannot take the memory of the site by what unpacks to a thousand times its size", async () => {
    const bomb = await pngThatClaims(64, 64, 512);
    expect(bomb.length).toBeLessThan(MB);
    const before = peakBytes();
    const small = await smallPicture(bomb);
    expect(small === null || small.length <= 64 * 1024).toBe(true);
    const face = await skinFace(bomb);
    expect(face === null || face.length <= 64 * 1024).toBe(true);
    expect(peakBytes() - before).toBeLessThan(128 * MB);
  });

  test("is never read beyond a megabyte, packed for the journey or without an end", async () => {
    const png = { "content-type": "image/png" };
    const { url } = httpServer((request) => {
      const { pathname } = new URL(request.url);
      if (pathname === "/packed")
        return new Response(gzipSync(Buffer.alloc(64 * MB)), {
          headers: { ...png, "content-encoding": "gzip" },
        });
      return new Response(
        new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024)) }),
        { headers: png },
      );
    });
    for (const path of ["/packed", "/endless"])
      expect([path, await fetchSmallPicture(url + path, 20_000)]).toEqual([path, "none"]);
  });

  test("is made anew: nothing that was hidden in it is served", async () => {
    const hidden = Buffer.from("<script>alert(1)</script><?php evil(); ?>");
    const png = encodePng(32, () => [10, 20, 30, 255]);
    const carrier = new Uint8Array(Buffer.concat([png, hidden]));
    const small = Buffer.from((await smallPicture(carrier)) ?? []);
    expect(small.subarray(8, 12).toString()).toBe("WEBP");
    expect(small.includes(hidden)).toBe(false);
    for (const text of ["<svg onload=alert(1)>", "GIF89a<script>", "<!doctype html>"])
      expect(await smallPicture(new TextEncoder().encode(text))).toBeNull();
  });
});
