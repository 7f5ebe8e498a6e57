import { expect, test } from "bun:test";
import { encodePng } from "#sandbox/identity/avatar.ts";
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
  expect(kept).toEqual({ key: expect.stringMatching(/^[\da-f]{32}$/), width: 20, height: 20 });
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

test("nobody else can give the site a picture, nor an Admin what is none", async () => {
  const app = await testApp();
  const member = await signedIn(app);
  const admin = await signedIn(app, { role: "Admin" });
  expect((await upload(app, {}, PNG)).status).toBe(401);
  expect((await upload(app, member.headers, PNG)).status).toBe(403);
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  for (const body of [svg, "", PNG.subarray(0, 60)])
    expect((await messageOf(await upload(app, admin.headers, body)))[0]).toBe(400);
  const empty = new FormData();
  empty.append("text", "no file");
  expect((await upload(app, admin.headers, empty)).status).toBe(400);
  const bomb = PNG.slice();
  new DataView(bomb.buffer).setUint32(16, 30_000);
  new DataView(bomb.buffer).setUint32(20, 30_000);
  expect((await upload(app, admin.headers, bomb)).status).toBe(400);
  const large = await messageOf(
    await upload(app, admin.headers, new Uint8Array(8 * 1024 * 1024 + 1)),
  );
  expect(large).toEqual([413, "The body is too large: 8 MB are accepted."]);
});
