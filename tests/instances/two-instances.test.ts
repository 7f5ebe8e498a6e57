import { describe, expect, test } from "bun:test";
import { and, eq, isNull } from "drizzle-orm";
import { startSandbox } from "#sandbox/sandbox.ts";
import { wireLive } from "#server/live/wire.ts";
import { creditPresence } from "#server/modules/bridge/index.ts";
import { BRIDGE } from "#shared/bridge-messages.ts";
import { POINTS } from "#shared/points-messages.ts";
import { linkGame, PLAYER, STEAM_ID } from "#tests/support/bridge.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { asSite } from "#tests/support/context.ts";
import { consent } from "#tests/support/discord.ts";
import { SITE } from "#tests/support/identity.ts";
import { twoInstances } from "#tests/support/instances.ts";
import { signedIn } from "#tests/support/sign-in.ts";
import { readFeed } from "#tests/support/sse.ts";
import { TEST_ENGINE } from "#tests/support/store.ts";

/** Races that are lost now and then are lost in one of so many. */
const ROUNDS = 5;

const transfer = (given: Record<string, unknown> = {}) => ({
  ...PLAYER,
  game: "ark-se",
  points: 10,
  reason: "Rex saddle",
  idempotencyKey: crypto.randomUUID(),
  ...given,
});

const statusesOf = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

/** Two instances, and everybody who proves accounts. */
const withProviders = async () => {
  const sandbox = await startSandbox();
  afterThisTest(() => sandbox.stop());
  const world = await twoInstances({ ...sandbox.environment, PUBLIC_URL: SITE });
  // Steam says in its answers what time it is.
  world.clock.set(new Date());
  return world;
};

const ACCOUNTS = [
  {
    platform: "steam",
    linked: "/api/Steam/linked",
    link: "/api/Steam/link-steam",
    body: { SteamId: "76561198000104201" },
  },
  {
    platform: "epic",
    linked: "/api/Epic/linked",
    link: "/api/Epic/link-epic",
    body: { EosId: "5f2c1c7a9be04d53a1d7c2f0a3b4e601" },
  },
  {
    platform: "minecraft",
    linked: "/api/Minecraft/linked",
    link: "/api/Minecraft/link-minecraft",
    body: { MinecraftUuid: "069a79f444e94726a5befca90e38aa01" },
  },
] as const;
type Account = (typeof ACCOUNTS)[number];
type Browser = Awaited<ReturnType<Awaited<ReturnType<typeof twoInstances>>["roaming"]>>;

/** Proves an account with a browser whose way out is by one instance, and whose way back by the other. */
const prove = async ({ east, west }: Browser, { platform }: Account) => {
  const started = await east.ask("GET", `/auth/${platform}/start?purpose=link`);
  const answer = await consent(started.headers.get("location") ?? "", "ada");
  expect((await west.ask("GET", `/auth/${platform}/callback?${answer}`)).status).toBe(200);
};

// Instances share a PostgreSQL; a site on SQLite is one instance.
if (TEST_ENGINE === "postgres")
  describe("two instances on one database", () => {
    test("[POINTS-09] a hundred spends at once of a balance for ten leave exactly ten", async () => {
      const { calls, give, entries } = await twoInstances();
      await give(100);
      const answers = await Promise.all(
        times(50, () => calls.map((call) => call("POST", "/spend", transfer()))).flat(),
      );
      expect(statusesOf(answers)).toEqual([...times(10, () => 200), ...times(90, () => 409)]);
      const spent = (await entries()).slice(1);
      expect(spent.map(({ balance }) => balance)).toEqual([90, 80, 70, 60, 50, 40, 30, 20, 10, 0]);
    });

    test.each(["/spend", "/earn"])("one key told to both of %s is one entry", async (path) => {
      const { calls, give, entries } = await twoInstances();
      await give(100);
      for (let round = 1; round <= ROUNDS; round += 1) {
        const body = transfer();
        const answers = await Promise.all(
          times(3, () => calls.map((call) => call("POST", path, body))).flat(),
        );
        expect(statusesOf(answers)).toEqual(times(6, () => 200));
        expect(new Set(answers.map(({ answer }) => answer["entryId"])).size).toBe(1);
        expect(answers.filter(({ answer }) => answer["isRepeat"] === false)).toHaveLength(1);
        expect(await entries()).toHaveLength(1 + round);
      }
    });

    test("[POINTS-03] of two edits at once with one OldPoints one is told that the points have changed", async () => {
      const { member, atBoth, entries } = await twoInstances();
      const admins = await atBoth({ role: "Admin" });
      let OldPoints = 0;
      for (let round = 1; round <= ROUNDS; round += 1) {
        const answers = await Promise.all(
          admins.map((admin, index) => {
            const body = { UserProfileId: member.id, OldPoints, Points: 100 * round + index };
            return admin.ask("PUT", "/api/userprofile/edit-points", body);
          }),
        );
        expect(statusesOf(answers)).toEqual([200, 409]);
        const refused = answers.find(({ status }) => status === 409);
        expect(await refused?.text()).toBe(POINTS.changedMeanwhile);
        expect(await entries()).toHaveLength(round);
        OldPoints = (await entries()).at(-1)?.balance ?? 0;
        expect([100 * round, 100 * round + 1]).toContain(OldPoints);
      }
    });

    test("[ADMIN-02] of two Admins who demote each other at once one stays", async () => {
      const { store, admin, atBoth } = await twoInstances();
      const { users } = store.tables;
      const [first, firstAtWest] = await atBoth(admin.id);
      const [second, secondAtWest] = await atBoth({ role: "Admin" });
      const demote = (who: typeof first, { id }: { id: string }) =>
        who.ask("POST", `/api/userprofile/demote/${id}`);
      const activeAdmins = async () =>
        await store.read
          .select({ id: users.id })
          .from(users)
          .where(and(eq(users.role, "Admin"), isNull(users.deactivatedAt)));
      for (let round = 1; round <= ROUNDS; round += 1) {
        const [byFirst, bySecond] = await Promise.all([
          demote(first, second),
          demote(secondAtWest, first),
        ]);
        expect(statusesOf([byFirst, bySecond])[0]).toBe(200);
        expect([403, 409]).toContain(statusesOf([byFirst, bySecond])[1] ?? 0);
        const winner = byFirst.ok ? firstAtWest : second;
        const loser = byFirst.ok ? second : first;
        expect(await activeAdmins()).toEqual([{ id: winner.id }]);
        const again = await winner.ask("POST", `/api/userprofile/promote/${loser.id}`);
        expect(again.status).toBe(200);
      }
    });

    test("[LINK-04] an account that two members have proven is linked by one of them", async () => {
      const { store, roaming } = await withProviders();
      const { links } = store.tables;
      for (const account of ACCOUNTS) {
        const [ada, eve] = [await roaming(), await roaming()];
        await Promise.all([prove(ada, account), prove(eve, account)]);
        const [adas, eves] = await Promise.all([
          ada.east.ask("PUT", account.link, account.body),
          eve.west.ask("PUT", account.link, account.body),
        ]);
        expect(statusesOf([adas, eves])).toEqual([200, 409]);
        const rows = await store.read
          .select({ userId: links.userId })
          .from(links)
          .where(eq(links.externalId, Object.values(account.body)[0] ?? ""));
        expect(rows).toEqual([{ userId: adas.ok ? ada.userId : eve.userId }]);
      }
    });

    test("[LINK-01] a proof is good at both, once and for its browser alone; without one neither links", async () => {
      const { roaming } = await withProviders();
      for (const account of ACCOUNTS) {
        const [ada, eve] = [await roaming(), await roaming()];
        const linkAt = (browser: Browser["east"]) => browser.ask("PUT", account.link, account.body);
        expect(statusesOf([await linkAt(ada.east), await linkAt(ada.west)])).toEqual([400, 400]);
        await prove(ada, account);
        expect(statusesOf([await linkAt(eve.east), await linkAt(eve.west)])).toEqual([400, 400]);
        expect((await linkAt(ada.east)).status).toBe(200);
        expect((await ada.west.ask("GET", account.linked)).status).toBe(200);
        await ada.west.ask("PUT", account.link.replace("/link-", "/unlink-"));
        expect(statusesOf([await linkAt(ada.east), await linkAt(ada.west)])).toEqual([400, 400]);
      }
    });

    test("[LINK-06] an account that is unlinked at one earns nothing at either, whoever links it again", async () => {
      const { east, west, calls, atBoth, member, stranger, grant, entries } = await twoInstances();
      await grant("Gold", "2026-06-01T00:00:00Z");
      await grant("Gold", "2026-06-01T00:00:00Z", stranger.id);
      const [, memberAtWest] = await atBoth(member.id);
      expect((await memberAtWest.ask("PUT", "/api/Steam/unlink-steam")).status).toBe(200);
      await linkGame(east, stranger.id, "steam", STEAM_ID);
      const refused = { status: 409, answer: { code: "account_retired", message: BRIDGE.retired } };
      for (const call of calls) {
        const vote = { game: "ark-se", serviceName: "s", username: STEAM_ID, timestamp: 1 };
        expect(await call("POST", "/earn", transfer())).toEqual(refused);
        expect(await call("POST", "/vote", vote)).toEqual(refused);
        const { answer } = await call("POST", "/presence", { game: "rust", players: [PLAYER] });
        expect(answer).toMatchObject({ earning: 0 });
      }
      const never = new AbortController().signal;
      for (const { deps } of [east, west]) await creditPresence(asSite(deps), never);
      expect(await entries()).toEqual([]);
    });

    test("a key that is revoked at one is nobody's at the other, from the next call on", async () => {
      const { calls, plugin, admin, give, entries } = await twoInstances();
      await give(100);
      for (const call of calls) expect((await call("POST", "/spend", transfer())).status).toBe(200);
      expect((await admin.ask("DELETE", `/api/bridge/keys/${plugin.id}`)).status).toBe(204);
      for (const call of calls)
        expect(await call("POST", "/spend", transfer())).toEqual({
          status: 401,
          answer: { code: "key_revoked", message: BRIDGE.keyRevoked },
        });
      expect(await entries()).toHaveLength(3);
    });

    test("whoever is demoted, deactivated or signed out at one is so at the other with the next request", async () => {
      const { admin, atBoth } = await twoInstances();
      const [second, secondAtWest] = await atBoth({ role: "Admin" });
      const users = () => secondAtWest.ask("GET", "/api/auth/all-user-data");
      expect((await users()).status).toBe(200);
      await admin.administration.demote.mutate({ id: second.id });
      expect((await users()).status).toBe(403);
      await admin.administration.endSessions.mutate({ id: second.id });
      expect((await users()).status).toBe(401);
    });

    test("points that are credited at one arrive in a feed of the other", async () => {
      const { east, west, calls, member, stranger } = await twoInstances();
      afterThisTest(await wireLive(west.deps));
      const open = async (id: string) => {
        const { headers } = await signedIn(east, id);
        const feed = readFeed((await west.request("/api/feed", { headers })).body);
        expect(await feed.next()).toMatchObject({ type: "hello" });
        return feed;
      };
      const [mine, another] = [await open(member.id), await open(stranger.id)];
      expect((await calls[0]("POST", "/earn", transfer())).status).toBe(200);
      expect(await mine.next()).toEqual({ type: "points.changed" });
      west.deps.feeds.send("everyone", { type: "resync" });
      expect(await another.next()).toEqual({ type: "resync" });
    });
  });
