import { describe, expect, test } from "bun:test";
import { creditPresence } from "#server/modules/bridge/index.ts";
import { BRIDGE } from "#shared/bridge-messages.ts";
import { MINUTE_MS } from "#shared/constants/time.ts";
import { bridgedDen } from "#tests/support/bridge.ts";
import { asSite } from "#tests/support/context.ts";
import { httpClient } from "#tests/support/http-client.ts";
import { call, mailedSecret, NEW_PASSWORD, registrant } from "#tests/support/registration.ts";
import { HEADER, importCsv, WAITING, waitingLine } from "#tests/support/waiting.ts";

const PLAYER = { platform: "steam", playerId: WAITING.steamId } as const;
const VOTE = {
  game: "ark-se",
  serviceName: "ark-servers.example",
  username: WAITING.steamId,
  address: "203.0.113.9",
  timeStamp: "2026-03-01 12:00:00 +0000",
};
const REWARD = {
  ...PLAYER,
  game: "ark-se",
  points: 5,
  reason: "Boss fight",
  idempotencyKey: "reward-of-freya",
};

/** A den into which Freya's account was moved, with 650 points and Gold. */
const setUp = async () => {
  const world = await bridgedDen();
  const { app, plugin, entries } = world;
  await importCsv(app, `${HEADER}\n${waitingLine()}\n`);
  /** A quarter of an hour in which Freya plays. */
  const play = async () => {
    app.clock.advance(15 * MINUTE_MS);
    const { answer } = await plugin.call("POST", "/presence", {
      game: "ark-se",
      players: [PLAYER],
    });
    await creditPresence(asSite(app.deps), new AbortController().signal);
    return answer["earning"];
  };
  const earned = async () => (await entries()).map(({ kind, delta }) => [kind, delta]);
  return { ...world, play, earned };
};
type World = Awaited<ReturnType<typeof setUp>>;

const CLAIMS: Readonly<Record<string, (world: World) => Promise<unknown>>> = {
  "by mail": async ({ app }) => {
    await call(httpClient(app), "accounts.requestPasswordReset", { email: WAITING.email });
    return await call(httpClient(app), "accounts.claim", {
      token: await mailedSecret(app, "claim"),
      firstName: "Freya",
      lastName: "Winter",
      newPassword: NEW_PASSWORD,
      confirmPassword: NEW_PASSWORD,
    });
  },
  "with Discord": async ({ app }) =>
    await (await registrant(app, { discordId: WAITING.discordId })).register(),
};

describe("[MOVE-07] an account that waits for its owner", () => {
  for (const [way, claim] of Object.entries(CLAIMS))
    test(`earns nothing until it is claimed ${way}; from then on it does, and votes are credited`, async () => {
      const world = await setUp();
      const { plugin, play, earned } = world;
      const before = await earned();
      expect(await play()).toBe(0);
      expect(await plugin.call("POST", "/vote", VOTE)).toMatchObject({
        status: 200,
        answer: { state: "kept" },
      });
      expect(await plugin.call("POST", "/earn", REWARD)).toMatchObject({
        status: 404,
        answer: { code: "member_unknown", message: BRIDGE.unknownPlayer },
      });
      expect(await earned()).toEqual(before);
      expect(await claim(world)).toMatchObject({ status: 200 });
      expect(await earned()).toEqual([...before, ["vote", 50]]);
      expect(await play()).toBe(1);
      expect(await plugin.call("POST", "/earn", REWARD)).toMatchObject({ status: 200 });
      expect(await earned()).toEqual([...before, ["vote", 50], ["passive", 7], ["play", 5]]);
      // The vote that was kept is spent, and its site counts the next one as if it had been told then.
      expect(await plugin.call("POST", "/vote", VOTE)).toMatchObject({
        answer: { isRepeat: true },
      });
    });
});
