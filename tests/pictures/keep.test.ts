import { expect, test } from "bun:test";
import { keepProof } from "#server/auth/proofs.ts";
import { keepPicturesJob } from "#server/jobs/site-jobs.ts";
import { keepPicture } from "#server/modules/pictures/index.ts";
import { DAY_MS } from "#shared/constants/time.ts";
import { addUser } from "#tests/support/accounts.ts";
import { testApp } from "#tests/support/app.ts";
import { systemIn, asSite } from "#tests/support/context.ts";
import { addLink } from "#tests/support/platform-links.ts";

const DISCORD = { DISCORD_CLIENT_ID: "123456789012345678", DISCORD_CLIENT_SECRET: "secret" };
const CDN = "https://cdn.discordapp.com/avatars";

const bytesOf = (text: string) => new TextEncoder().encode(text);

const world = async (env: Readonly<Record<string, string>> = {}) => {
  const app = await testApp({ env });
  const { store, clock } = app.deps;
  const { assets, links } = store.tables;
  const asked: string[] = [];
  return {
    app,
    asked,
    keep: (text: string) => systemIn(store, clock).write((tx) => keepPicture(tx, bytesOf(text))),
    run: (
      found: (address: string) => Uint8Array | "none" | "unreachable" = () => "none",
      signal = new AbortController().signal,
    ) => {
      const fetchSmall = async (address: string) => {
        asked.push(address);
        return found(address);
      };
      return keepPicturesJob(asSite(app.deps), fetchSmall).run(signal);
    },
    link: async (imageUrl: string | null) => {
      const userId = await addUser(store, clock);
      await addLink(app.deps, userId, "discord", { imageUrl });
      return userId;
    },
    kept: () => store.read.select({ hash: assets.hash }).from(assets),
    shown: async () => {
      const rows = await store.read.select({ imageUrl: links.imageUrl }).from(links);
      return rows.map(({ imageUrl }) => imageUrl);
    },
  };
};

test("[PIC-01] a picture is served for good, under the hash of its bytes", async () => {
  const { app, keep } = await world();
  const address = await keep("a picture");
  expect(address).toMatch(/^\/pictures\/[\da-f]{64}\.webp$/);
  expect(await keep("a picture")).toBe(address);
  expect(await keep("another")).not.toBe(address);
  const response = await app.request(address);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("image/webp");
  expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(response.headers.get("content-security-policy")).toStartWith("default-src 'none'");
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  expect(await response.text()).toBe("a picture");
  const etag = response.headers.get("etag") ?? "";
  const again = await app.request(address, { headers: { "if-none-match": etag } });
  expect(again.status).toBe(304);
});

test.each([
  ["an unknown hash", `/pictures/${"0".repeat(64)}.webp`],
  ["a short one", "/pictures/abc.webp"],
  ["another type", `/pictures/${"0".repeat(64)}.svg`],
  ["a path", "/pictures/a/b.webp"],
  ["nothing", "/pictures/"],
])("%s is not there", async (_, path) => {
  const { app } = await world();
  expect((await app.request(path)).status).toBe(404);
});

test("[PIC-02] a picture that no account shows any more is gone a day later", async () => {
  const { app, keep, link, run, kept } = await world();
  const { store, clock } = app.deps;
  const linked = await keep("linked");
  await link(linked);
  await keep("forgotten");
  await run();
  expect(await kept()).toHaveLength(2);
  app.clock.advance(DAY_MS + 1);
  const proven = await keep("proven");
  const account = { platform: "steam", externalId: "1", name: "Ada", imageUrl: proven } as const;
  await systemIn(store, clock).write((tx) => keepProof(tx, { ...account, browserSecret: "x" }));
  await run();
  expect((await app.request(linked)).status).toBe(200);
  expect((await app.request(proven)).status).toBe(200);
  expect(await kept()).toHaveLength(2);
});

test("a picture that is kept anew is spared for another day, also while nobody shows it yet", async () => {
  const { app, keep, run, kept } = await world();
  await keep("again");
  app.clock.advance(DAY_MS + 1);
  await keep("again");
  await run();
  expect(await kept()).toHaveLength(1);
  app.clock.advance(DAY_MS + 1);
  await run();
  expect(await kept()).toEqual([]);
});

test("pictures that are still shown from elsewhere are taken in, once", async () => {
  const { app, asked, link, run, shown } = await world(DISCORD);
  await link(`${CDN}/1/a.png?size=128`);
  await link(null);
  await run(() => bytesOf("taken in"));
  const pictures = await shown();
  const address = pictures.find((one) => one !== null);
  expect(new Set(pictures)).toEqual(new Set([address ?? "", null]));
  expect(await (await app.request(address ?? "")).text()).toBe("taken in");
  await run();
  expect(asked).toEqual([`${CDN}/1/a.png?size=128`]);
});

test("what Discord has no more is no picture; while it cannot be reached, all stays as it is", async () => {
  const { link, run, shown } = await world(DISCORD);
  await link(`${CDN}/1/a.png`);
  await run(() => "unreachable");
  expect(await shown()).toEqual([`${CDN}/1/a.png`]);
  await run(() => "none");
  expect(await shown()).toEqual([null]);
});

test("a picture that cannot be reached keeps no other one waiting", async () => {
  const { link, run, shown } = await world(DISCORD);
  const people = ["a", "b", "c", "d", "e"];
  for (const name of people) await link(`${CDN}/1/${name}.png`);
  await run((address) => (/[ace]\.png$/.test(address) ? "unreachable" : bytesOf(address)));
  const left = (await shown()).filter((address) => address?.startsWith(CDN));
  expect(new Set(left)).toEqual(new Set(["a", "c", "e"].map((name) => `${CDN}/1/${name}.png`)));
});

test("a Discord that cannot be reached is left alone after a few pictures", async () => {
  const { asked, link, run, shown } = await world(DISCORD);
  for (let number = 0; number < 12; number += 1) await link(`${CDN}/1/${number}.png`);
  await run(() => "unreachable");
  expect(asked).toHaveLength(10);
  expect(await shown()).not.toContain(null);
});

test("an address that is not Discord's is never asked", async () => {
  const { asked, link, run, shown } = await world(DISCORD);
  await link("http://169.254.169.254/avatars/1/a.png");
  await run(() => bytesOf("secret"));
  expect(asked).toEqual([]);
  expect(await shown()).toEqual([null]);
});

test("a site without Discord leaves pictures alone, and one that stops stops", async () => {
  const off = await world();
  await off.link(`${CDN}/1/a.png`);
  await off.run(() => bytesOf("x"));
  expect(await off.shown()).toEqual([`${CDN}/1/a.png`]);
  const stopped = await world(DISCORD);
  await stopped.link(`${CDN}/1/a.png`);
  await stopped.run(() => bytesOf("x"), AbortSignal.abort());
  expect(stopped.asked).toEqual([]);
});
