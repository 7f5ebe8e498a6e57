import { describe, expect, test } from "bun:test";
import type { Config } from "#server/config/config.ts";
import { grantTier } from "#server/modules/orders/index.ts";
import { ADMINISTRATION } from "#shared/admin-messages.ts";
import { NO_TIER } from "#shared/constants/shop.ts";
import { bridgedDen, PLAYER } from "#tests/support/bridge.ts";
import { asSite } from "#tests/support/context.ts";
import { appWithPeople, refusalOf } from "#tests/support/people.ts";

const UNTIL = "2026-06-01T00:00:00.000Z";
type Tiers = Config["community"]["tiers"];

/** A community with other tiers than the example's. */
const withTiers = (change: (tiers: Tiers) => Tiers) => ({
  adjust: (config: Config): Config => ({
    ...config,
    community: { ...config.community, tiers: change(config.community.tiers) },
  }),
});

const withGranted = async (options: ReturnType<typeof withTiers>, keys: readonly string[]) => {
  const world = await appWithPeople(options);
  const { app, member } = world;
  for (const tier of keys)
    await grantTier(asSite(app.deps), { userId: member.id, tier, until: new Date(UNTIL) });
  return world;
};

/** Without the lowest, and with other points for a quarter of an hour. */
const paidOtherwise = (tiers: Tiers) =>
  tiers.flatMap((tier) =>
    tier.key === "Gold" ? [] : [Object.assign({}, tier, { quarterHourPoints: 3 })],
  );

describe("the tiers of a community", () => {
  test("[POINTS-06] rank as they stand in its document", async () => {
    const options = withTiers((tiers) => tiers.toReversed());
    const { member, admin } = await withGranted(options, ["Gold", "Vibranium", "Diamond"]);
    const { sub } = await member.members.membership.query();
    expect(sub).toStartWith("Gold:");
    const { tiers } = await member.orders.subscription.query();
    expect(tiers.map(({ tier }) => tier)).toEqual(["Gold", "Diamond", "Vibranium"]);
    expect((await member.members.overview.query()).tier?.tier).toBe("Gold");
    const { items } = await admin.administration.users.query({ tier: "Gold" });
    expect(items.map(({ id }) => id)).toEqual([member.id]);
    expect((await admin.administration.users.query({ tier: "Vibranium" })).items).toEqual([]);
  });

  test("[POINTS-06] that have left it count as none, and are still listed under their keys", async () => {
    const options = withTiers((tiers) => tiers.filter(({ key }) => key !== "Gold"));
    const { member, admin } = await withGranted(options, ["ember-keeper", "Gold"]);
    expect((await member.members.membership.query()).sub).toBeNull();
    expect((await member.members.overview.query()).tier).toBeNull();
    const listed = ["Gold", "ember-keeper"];
    const { tiers } = await member.orders.subscription.query();
    expect(tiers.map(({ tier }) => tier).toSorted()).toEqual(listed);
    const file = await admin.administration.member.query({ id: member.id });
    expect(file.tiers.map(({ tier }) => tier).toSorted()).toEqual(listed);
    expect(file.user.zlgMember.timedPermissionGroups).toBe(`${NO_TIER}:`);
    const { items } = await admin.administration.users.query({ tier: NO_TIER });
    expect(items.map(({ id }) => id)).toContain(member.id);
    expect(await refusalOf(admin.administration.users.query({ tier: "Gold" }))).toEqual([
      400,
      ADMINISTRATION.unknownTier,
    ]);
  });

  test("are below those that it still has", async () => {
    const options = withTiers((tiers) => tiers.filter(({ key }) => key !== "Vibranium"));
    const { member } = await withGranted(options, ["Vibranium", "Gold"]);
    expect((await member.members.membership.query()).sub).toStartWith("Gold:");
    const { tiers } = await member.orders.subscription.query();
    expect(tiers.map(({ tier }) => tier)).toEqual(["Gold", "Vibranium"]);
  });

  test("need not be any: then everybody has none", async () => {
    const { member, admin, stranger } = await withGranted(
      withTiers(() => []),
      ["Gold"],
    );
    expect((await member.members.membership.query()).sub).toBeNull();
    expect((await member.members.overview.query()).tier).toBeNull();
    const { items } = await admin.administration.users.query({ tier: NO_TIER });
    expect(items.map(({ id }) => id).toSorted()).toEqual(
      [member.id, admin.id, stranger.id].toSorted(),
    );
  });

  test("[POINTS-05] earn while playing what the document says; those that have left it nothing", async () => {
    for (const [tier, earning, known] of [
      ["Diamond", 1, "Diamond"],
      ["Gold", 0, NO_TIER],
    ] as const) {
      const { plugin, grant } = await bridgedDen(withTiers(paidOtherwise));
      await grant(tier, UNTIL);
      const report = { game: "ark-se", players: [PLAYER] };
      expect((await plugin.call("POST", "/presence", report)).answer).toMatchObject({ earning });
      expect(
        await plugin.call("GET", `/players/${PLAYER.platform}/${PLAYER.playerId}`),
      ).toMatchObject({ answer: { tier: known } });
    }
  });
});
