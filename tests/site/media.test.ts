import { expect, test } from "bun:test";
import { encodePng } from "#sandbox/identity/avatar.ts";
import { PICTURE_MAX_BYTES } from "#shared/constants/uploads.ts";
import { mediaAddress, mediaSizeOf, SMALL_EDGE_PX, smallAddress } from "#shared/rules/community.ts";
import { PICTURE_REFUSALS } from "#shared/upload-messages.ts";
import { type TestApp, testApp } from "#tests/support/app.ts";
import { signedIn } from "#tests/support/sign-in.ts";

const PNG = new Uint8Array(encodePng(20, () => [200, 40, 40, 255]));

const upload = (app: TestApp, headers: HeadersInit, body: BodyInit) =>
  app.request("/api/site/pictures", { method: "POST", headers, body });

const messageOf = async (response: Response) =>
  [response.status, ((await response.json()) as { message: string }).message] as const;

test("an Admin's picture is kept as WebP, once, and served for good", async () => {
  const app = await testApp();
  const { headers } = await signedIn(app, { role: "Admin" });
  const answer = await upload(app, { ...headers, "content-type": "image/png" }, PNG);
  expect(answer.status).toBe(200);
  const kept = (await answer.json()) as { key: string; width: number; height: number };
  // Whoever reads its address knows how much room it takes.
  expect(kept).toEqual({
    key: expect.stringMatching(/^[\da-f]{32}-20x20$/),
    width: 20,
    height: 20,
  });
  expect(mediaSizeOf(mediaAddress(kept.key))).toEqual({ width: 20, height: 20 });
  const form = new FormData();
  form.append("picture", new Blob([PNG], { type: "image/png" }), "den.png");
  expect(await (await upload(app, headers, form)).json()).toEqual(kept);
  const served = await app.request(`/media/${kept.key}.webp`);
  expect(served.headers.get("content-type")).toBe("image/webp");
  expect(served.headers.get("cache-control")).toContain("immutable");
  const shown = new Bun.Image(new Uint8Array(await served.arrayBuffer()));
  expect(await shown.metadata()).toMatchObject({ format: "webp", width: 20, height: 20 });
  for (const path of ["/media/none.webp", `/media/${"0".repeat(32)}.webp`, "/media/"])
    expect((await app.request(path)).status).toBe(404);
});

test("[PIC-05] a large picture has a small one beside it, made when it was given", async () => {
  const app = await testApp();
  const { headers } = await signedIn(app, { role: "Admin" });
  const large = new Uint8Array(encodePng(900, (x, y) => [x % 256, y % 256, 40, 255]));
  const kept = (await (await upload(app, headers, large)).json()) as { key: string };
  const address = mediaAddress(kept.key);
  expect(smallAddress(address)).toBe(`/media/${kept.key}.small.webp`);
  const sizeAt = async (path: string) => {
    const answer = await app.request(path);
    const { width, height } = await new Bun.Image(
      new Uint8Array(await answer.arrayBuffer()),
    ).metadata();
    return [answer.status, width, height, answer.headers.get("etag")];
  };
  expect(await sizeAt(address)).toEqual([200, 900, 900, `"${kept.key}"`]);
  expect(await sizeAt(smallAddress(address))).toEqual([
    200,
    SMALL_EDGE_PX,
    SMALL_EDGE_PX,
    `"${kept.key}.small"`,
  ]);
  // One that is small itself, and one of before there were small ones, is shown as it is.
  const tiny = (await (await upload(app, headers, PNG)).json()) as { key: string };
  expect(await sizeAt(smallAddress(mediaAddress(tiny.key)))).toEqual([
    200,
    20,
    20,
    `"${tiny.key}"`,
  ]);
  expect(smallAddress("https://elsewhere.example/a.webp")).toBe("https://elsewhere.example/a.webp");
});

test("nobody else can give the site a picture, nor an Admin what is none", async () => {
  const app = await testApp();
  const member = await signedIn(app);
  const admin = await signedIn(app, { role: "Admin" });
  expect((await upload(app, {}, PNG)).status).toBe(401);
  expect((await upload(app, member.headers, PNG)).status).toBe(403);
  const refusalOf = async (body: BodyInit) =>
    await messageOf(await upload(app, admin.headers, body));
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  for (const body of [svg, `\uFEFF<?xml version="1.0"?>\n${svg}`])
    expect(await refusalOf(body)).toEqual([400, PICTURE_REFUSALS.drawing]);
  const empty = new FormData();
  empty.append("text", "no file");
  for (const body of ["", "text", PNG.subarray(0, 60), empty])
    expect(await refusalOf(body)).toEqual([400, PICTURE_REFUSALS.unreadable]);
  // A billion pixels, and more.
  for (const [width, height] of [
    [40_000, 30_000],
    [65_535, 65_535],
  ] as const) {
    const bomb = PNG.slice();
    new DataView(bomb.buffer).setUint32(16, width);
    new DataView(bomb.buffer).setUint32(20, height);
    expect(await refusalOf(bomb)).toEqual([400, PICTURE_REFUSALS.tooManyPixels]);
  }
  const large = await refusalOf(new Uint8Array(PICTURE_MAX_BYTES + 1));
  expect(large).toEqual([413, PICTURE_REFUSALS.tooLarge]);
  const { read, tables } = app.deps.store;
  expect(await read.select().from(tables.sitePictures)).toEqual([]);
});
