import { describe, expect, test } from "bun:test";
import type { Config } from "#server/config/config.ts";
import { BRIDGE } from "#shared/bridge-messages.ts";
import { HOUR_MS } from "#shared/constants/time.ts";
import { MESSAGES } from "#shared/messages.ts";
import { addUser } from "#tests/support/accounts.ts";
import { withLimits } from "#tests/support/app.ts";
import { bridgedDen, linkGame, pluginOf, STEAM_ID } from "#tests/support/bridge.ts";
import { signedIn } from "#tests/support/sign-in.ts";

const UUID = "069a79f444e94726a5befca90e38aaf5";

/** As Votifier tells it. */
const vote = (given: Record<string, unknown> = {}) => ({
  game: "ark-se",
  serviceName: "ark-servers.example",
  username: STEAM_ID,
  address: "203.0.113.9",
  timeStamp: "2026-03-01 12:00:00 +0000",
  ...given,
});

const withVotePoints = (config: Config): Config => {
  const rewards = { ...config.community.rewards, votePoints: 75 };
  return { ...config, community: { ...config.community, rewards } };
};

describe("a vote", () => {
  test("is rewarded once, however often and by whichever plugin it is told", async () => {
    const { app, admin, member, plugin, entries } = await bridgedDen();
    const first = await plugin.call("POST", "/vote", vote());
    expect(first).toEqual({
      status: 200,
      answer: { state: "credited", entryId: 1, delta: 50, balance: 50, isRepeat: false },
    });
    const other = await pluginOf(app, admin);
    const again = await Promise.all([
      plugin.call("POST", "/vote", vote()),
      other.call("POST", "/vote", vote()),
    ]);
    for (const { answer } of again) expect(answer).toEqual({ ...first.answer, isRepeat: true });
    expect(await entries()).toMatchObject([
      { userId: member.id, kind: "vote", delta: 50, reason: "Vote on ark-servers.example" },
    ]);
    expect(JSON.stringify(await entries())).not.toContain("203.0.113.9");
  });

  test("[POINTS-13] counts once in twelve hours for each server of each site", async () => {
    const { clock, plugin, entries } = await bridgedDen();
    const cast = async (given: Record<string, unknown>) =>
      (await plugin.call("POST", "/vote", vote(given))).status;
    expect(await cast({ timestamp: 1, timeStamp: undefined })).toBe(200);
    expect(await cast({ timestamp: 2, timeStamp: undefined })).toBe(409);
    expect(await cast({ serviceName: " ARK\u200b-servers.Example " })).toBe(409);
    expect(await cast({ server: "Ragnarok" })).toBe(200);
    expect(await cast({ serviceName: "top-ark.example" })).toBe(200);
    expect(await cast({ game: "rust" })).toBe(200);
    clock.advance(12 * HOUR_MS);
    expect(await cast({ timestamp: 3, timeStamp: undefined })).toBe(200);
    expect((await entries()).map(({ reason }) => reason)).toEqual([
      "Vote on ark-servers.example",
      "Vote on ark-servers.example for Ragnarok",
      "Vote on top-ark.example",
      "Vote on ark-servers.example",
      "Vote on ark-servers.example",
    ]);
  });

  test("beyond what a member can get in all is refused, and can be told again later", async () => {
    const { clock, plugin, entries } = await bridgedDen({
      adjust: withLimits({ votesByMember: 2 }),
    });
    const cast = (server: string) => plugin.call("POST", "/vote", vote({ server }));
    await cast("a");
    await cast("b");
    const refused = { status: 429, answer: { message: MESSAGES.tooManyAttempts } };
    expect(await cast("c")).toMatchObject(refused);
    expect(await cast("c")).toMatchObject(refused);
    expect(await entries()).toHaveLength(2);
    clock.advance(HOUR_MS);
    expect((await cast("c")).status).toBe(200);
  });

  test("is worth what the community says", async () => {
    const { plugin } = await bridgedDen({ adjust: withVotePoints });
    const { answer } = await plugin.call("POST", "/vote", vote());
    expect(answer).toMatchObject({ delta: 75 });
  });

  test("[POINTS-16] is worth what the community says of its list, at once or when it was kept", async () => {
    const voteLists = [
      { service: "ARK-Servers.example", points: 120 },
      { service: "nothing.example", points: 0 },
    ];
    const { app, member, plugin, entries } = await bridgedDen({
      adjust: (config) => {
        const rewards = { ...config.community.rewards, votePoints: 75, voteLists };
        return { ...config, community: { ...config.community, rewards } };
      },
    });
    const cast = async (given: Record<string, unknown>) =>
      (await plugin.call("POST", "/vote", vote(given))).answer;
    expect(await cast({ serviceName: "ark_servers.EXAMPLE" })).toMatchObject({ delta: 120 });
    expect(await cast({ serviceName: "nothing.example" })).toMatchObject({ delta: 0 });
    expect(await cast({ serviceName: "top-ark.example" })).toMatchObject({ delta: 75 });
    const minecraft = { game: "minecraft", username: "Lynx_99" };
    expect(await cast(minecraft)).toMatchObject({ state: "kept", points: 120 });
    const other = { ...minecraft, serviceName: "top.example" };
    expect(await cast(other)).toMatchObject({ state: "kept", points: 75 });
    const deltas = (await entries()).map(({ delta }) => delta);
    expect(deltas).toEqual([120, 0, 75]);

    // What the member is promised is what was credited.
    const { headers } = await signedIn(app, member.id);
    const overview = await app.request("/api/trpc/members.overview", { headers });
    const { result } = (await overview.json()) as { result: { data: Record<string, unknown> } };
    expect(result.data).toMatchObject({ votePoints: 75, voteLists });
  });

  test("for Minecraft finds the player by id and by name, but not by one that two have", async () => {
    const { app, member, stranger, admin, plugin } = await bridgedDen();
    await linkGame(app, member.id, "minecraft", UUID, "Lynx_99");
    const cast = (given: Record<string, unknown>) =>
      plugin.call("POST", "/vote", vote({ game: "minecraft", ...given }));
    expect((await cast({ username: "lynx_99" })).status).toBe(200);
    expect((await cast({ username: "Lynx_99" })).answer).toMatchObject({ isRepeat: true });
    const byId = await cast({ username: "Renamed", uuid: "069a79f4-44e9-4726-a5be-fca90e38aaf5" });
    expect(byId.answer).toMatchObject({ isRepeat: true });
    const unknown = { status: 404, answer: { message: BRIDGE.unknownPlayer } };
    expect((await cast({ username: "Lynx_9" })).answer).toMatchObject({ state: "kept" });
    await linkGame(app, stranger.id, "minecraft", "1".repeat(32), "LYNX_99");
    await linkGame(app, admin.id, "minecraft", "2".repeat(32), "Lynx_999");
    expect(await cast({ username: "Lynx_99", server: "b" })).toMatchObject(unknown);
    expect((await cast({ username: "Lynx_999", server: "b" })).status).toBe(200);
  });

  test("finds a name among many that begin alike, whoever is called so, and none that has no word", async () => {
    const { app, store, clock, member, plugin } = await bridgedDen();
    await linkGame(app, member.id, "minecraft", UUID, "Lynx");
    for (let number = 0; number < 60; number += 1) {
      const userId = await addUser(store, clock, { firstName: "Lynx" });
      const name = `Lynx${number}_Lynxes`;
      await linkGame(app, userId, "minecraft", `${1000 + number}`.repeat(8), name);
    }
    const closed = { deactivatedAt: clock.now(), deactivatedBy: "admin" } as const;
    await linkGame(app, await addUser(store, clock, closed), "minecraft", "9".repeat(32), "LYNX");
    await linkGame(app, await addUser(store, clock), "minecraft", "8".repeat(32), "____");
    const cast = (username: string) =>
      plugin.call("POST", "/vote", vote({ game: "minecraft", username }));
    expect((await cast("lynx")).status).toBe(200);
    expect((await cast("Lynx7_lynxes")).status).toBe(200);
    for (const name of ["Lyn", "lynxes", "____", "_"])
      expect((await cast(name)).answer).toMatchObject({ state: "kept" });
  });
});
