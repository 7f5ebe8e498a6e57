import { describe, expect, test } from "bun:test";
import { queueDelivery, withholdDeliveries } from "#server/modules/bridge/index.ts";
import type { Delivery } from "#shared/schemas/bridge.ts";
import { bridgedDen, linkGame, PLAYER, pluginOf } from "#tests/support/bridge.ts";
import { systemIn } from "#tests/support/context.ts";
import { linkDiscord } from "#tests/support/tickets.ts";

const setUp = async () => {
  const world = await bridgedDen();
  const { store, clock, member, plugin } = world;
  const queue = (reference: string, game: "ark-se" | "rust" = "ark-se") =>
    systemIn(store, clock).write((tx) =>
      queueDelivery(tx, {
        userId: member.id,
        game,
        payload: { item: "Kit", of: reference },
        reference,
      }),
    );
  const fetch = async (query = "game=ark-se") =>
    (await plugin.call("GET", `/deliveries?${query}`)).answer as {
      items: Delivery[];
      next: number | null;
    };
  const ids = async () => (await fetch()).items.map(({ id }) => id);
  const acknowledge = async (given: readonly number[], game = "ark-se") =>
    (await plugin.call("POST", "/deliveries/acknowledge", { game, ids: given })).answer["ids"];
  const { deliveries } = store.tables;
  const rows = () => store.read.select().from(deliveries).orderBy(deliveries.id);
  return { ...world, queue, fetch, ids, acknowledge, rows };
};

describe("deliveries", () => {
  test("say what is for whom, with the accounts by which a game knows them", async () => {
    const { app, clock, member, queue, fetch } = await setUp();
    await linkGame(app, member.id, "epic", "e".repeat(32));
    await linkDiscord(app.deps, member.id);
    await queue("order:1");
    expect(await fetch()).toEqual({
      items: [
        {
          id: 1,
          userId: member.id,
          players: [{ platform: "epic", playerId: "e".repeat(32) }, PLAYER],
          game: "ark-se",
          payload: { item: "Kit", of: "order:1" },
          server: null,
          createdAt: clock.now().toISOString(),
        },
      ],
      next: null,
    });
  });

  test("come again until they are acknowledged, as after a crash of the server that fetched them", async () => {
    const { app, admin, plugin, clock, queue, ids, acknowledge, rows } = await setUp();
    await queue("order:1");
    await queue("order:2");
    expect(await ids()).toEqual([1, 2]);
    expect(await ids()).toEqual([1, 2]);
    const restarted = await pluginOf(app, admin);
    const again = await restarted.call("GET", "/deliveries?game=ark-se");
    expect(again.answer["items"]).toHaveLength(2);
    const at = clock.now();
    expect(await acknowledge([1])).toEqual([1]);
    expect(await ids()).toEqual([2]);
    clock.advance(1000);
    const body = { game: "ark-se", ids: [1] };
    await restarted.call("POST", "/deliveries/acknowledge", body);
    expect(await rows()).toMatchObject([
      { id: 1, isDone: true, acknowledgedAt: at, acknowledgedBy: plugin.id },
      { id: 2, isDone: false, acknowledgedAt: null, acknowledgedBy: null },
    ]);
  });

  test("are queued once for one reference", async () => {
    const { queue, ids, acknowledge } = await setUp();
    await queue("order:1");
    await acknowledge(await ids());
    await queue("order:1");
    expect(await ids()).toEqual([]);
  });

  test("that were handed out while they were withheld are not handed out again", async () => {
    const { store, clock, queue, ids, acknowledge } = await setUp();
    await queue("order:1");
    const fetched = await ids();
    const withhold = (isWithheld: boolean) =>
      systemIn(store, clock).write((tx) =>
        withholdDeliveries(tx, { references: ["order:1"], isWithheld }),
      );
    await withhold(true);
    expect(await acknowledge(fetched)).toEqual(fetched);
    await withhold(false);
    expect(await ids()).toEqual([]);
  });

  test("of another game are neither shown nor acknowledged", async () => {
    const { queue, fetch, ids, acknowledge } = await setUp();
    await queue("order:1", "rust");
    expect(await ids()).toEqual([]);
    expect(await acknowledge([1, 99])).toEqual([]);
    expect((await fetch("game=rust")).items).toHaveLength(1);
  });

  test("come a hundred at once, and go on after the last", async () => {
    const { queue, fetch } = await setUp();
    for (let number = 0; number < 101; number += 1) await queue(`order:${number}`);
    const first = await fetch();
    expect([first.items.length, first.next]).toEqual([100, 100]);
    const second = await fetch("game=ark-se&after=100");
    expect([second.items.map(({ id }) => id), second.next]).toEqual([[101], null]);
  });
});
