import { describe, expect, test } from "bun:test";
import exampleCommunity from "#community.toml" with { type: "text" };
import { communitySchema } from "#server/config/community.ts";
import type { Config } from "#server/config/config.ts";
import { REFUSALS } from "#server/core/errors.ts";
import { FEED_LIMITS, type FeedLimits } from "#shared/constants/limits.ts";
import { PUBLIC_URL, testApp, testConfig } from "#tests/support/app.ts";
import { signedIn } from "#tests/support/sign-in.ts";

const withFeeds =
  (limits: Partial<FeedLimits>) =>
  (config: Config): Config => ({
    ...config,
    community: { ...config.community, feeds: { ...FEED_LIMITS, ...limits } },
  });

/** A site with these limits, and what somebody at an address is answered who opens a feed. */
const setUp = async (limits: Partial<FeedLimits>) => {
  const app = await testApp({ adjust: withFeeds(limits) });
  const open = async (address: string, headers: Readonly<Record<string, string>> = {}) =>
    await app.fetch(new Request(`${PUBLIC_URL}/api/feed`, { headers }), {
      requestIP: () => ({ address }),
    });
  const statusOf = async (address: string, headers?: Readonly<Record<string, string>>) =>
    (await open(address, headers)).status;
  return { app, open, statusOf };
};

const expectFull = async (refused: Response, message: string) => {
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({ message });
};

/** An address of another household in one wider network. */
const from = (number: number) => `2001:db8:1:${number.toString(16)}::1`;

const readFeeds = (feeds: Readonly<Record<string, number>>) =>
  communitySchema.safeParse({ ...Bun.TOML.parse(exampleCommunity), feeds });

describe("[LIVE-07] live feeds", () => {
  test("a guest who opens all that an address may have keeps no member and no Admin there out", async () => {
    const { app, open, statusOf } = await setUp({ guestsByAddress: 3 });
    const [member, admin] = [await signedIn(app), await signedIn(app, { role: "Admin" })];
    for (let opened = 0; opened < 3; opened += 1) expect(await statusOf("203.0.113.1")).toBe(200);
    await expectFull(await open("203.0.113.1"), REFUSALS.feedsOfAddress);
    for (const { headers } of [member, admin])
      expect(await statusOf("203.0.113.1", headers)).toBe(200);
  });

  test("a guest with an IPv6 network of their own gets no more than a few times what an address may", async () => {
    const { app, open, statusOf } = await setUp({ guestsByAddress: 2 });
    const factor = app.deps.config.community.limits.ipv6NetworkFactor;
    for (let guest = 0; guest < 2 * factor; guest += 1) {
      const opened = await open(from(guest));
      expect(opened.status).toBe(200);
      // Whoever leaves makes room in the network, too.
      await opened.body?.cancel();
      expect(await statusOf(from(guest))).toBe(200);
    }
    await expectFull(await open(from(2 * factor)), REFUSALS.feedsOfAddress);
    expect(await statusOf("2001:db8:2::1")).toBe(200);
    const { headers } = await signedIn(app);
    expect(await statusOf(from(0), headers)).toBe(200);
  });

  test("all guests of the world together keep no member out", async () => {
    const { app, open, statusOf } = await setUp({ guests: 5 });
    const { headers } = await signedIn(app);
    for (let guest = 0; guest < 5; guest += 1)
      expect(await statusOf(`203.0.113.${guest}`)).toBe(200);
    await expectFull(await open("203.0.113.99"), REFUSALS.feedsOfAll);
    expect(await statusOf("203.0.113.99", headers)).toBe(200);
  });

  test("a member cannot get more by other addresses or other browsers, and takes none from others", async () => {
    const { app, open, statusOf } = await setUp({ byMember: 3, guestsByAddress: 1 });
    const first = await signedIn(app);
    const second = await signedIn(app, first.userId);
    const other = await signedIn(app);
    expect(await statusOf("203.0.113.1", first.headers)).toBe(200);
    expect(await statusOf("203.0.113.2", first.headers)).toBe(200);
    const last = await open("198.51.100.1", second.headers);
    expect(last.status).toBe(200);
    await expectFull(await open("192.0.2.1", second.headers), REFUSALS.feedsOfMember);
    expect(await statusOf("203.0.113.1", other.headers)).toBe(200);
    expect(await statusOf("203.0.113.1")).toBe(200);
    await last.body?.cancel();
    expect(await statusOf("192.0.2.1", first.headers)).toBe(200);
  });

  test("an instance cannot be made to hold more of them than it may", async () => {
    const { app, open, statusOf } = await setUp({ members: 2, guests: 2 });
    const people = await Promise.all([signedIn(app), signedIn(app), signedIn(app)]);
    const [first, second, third] = people.map(({ headers }) => headers);
    expect(await statusOf("203.0.113.1", first)).toBe(200);
    expect(await statusOf("203.0.113.1", second)).toBe(200);
    await expectFull(await open("203.0.113.1", third), REFUSALS.feedsOfAll);
    for (let guest = 0; guest < 5; guest += 1) await statusOf(`203.0.113.${guest}`);
    expect(app.deps.feeds.size()).toBe(4);
  });

  test("a token that is worth nothing opens none, and none is counted for it", async () => {
    const { app, statusOf } = await setUp({ byMember: 1 });
    const mine = await signedIn(app);
    const ended = await signedIn(app, mine.userId);
    await app.deps.store.write((tx) => app.deps.auth.sessions.end(tx, ended.session.id));
    for (let tried = 0; tried < 3; tried += 1)
      expect(await statusOf("203.0.113.1", ended.headers)).toBe(401);
    expect(await statusOf("203.0.113.1", { authorization: "Bearer nonsense" })).toBe(401);
    expect(app.deps.feeds.size()).toBe(0);
    expect(await statusOf("203.0.113.1", mine.headers)).toBe(200);
  });

  test("how many there may be is the community's to say", async () => {
    const { community } = await testConfig();
    expect(community.feeds).toEqual(FEED_LIMITS);
    const own = readFeeds({ by_member: 4, guests: 10 });
    expect(own.data?.feeds).toEqual({ ...FEED_LIMITS, byMember: 4, guests: 10 });
    expect(readFeeds({ per_member: 4 }).success).toBe(false);
  });
});
