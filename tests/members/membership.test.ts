import { describe, expect, test } from "bun:test";
import type { Config } from "#server/config/config.ts";
import { grantTier } from "#server/modules/orders/index.ts";
import { creditPoints } from "#server/modules/points/index.ts";
import { asSite } from "#tests/support/context.ts";
import { appWithPeople, person } from "#tests/support/people.ts";

const inZone =
  (timezone: string) =>
  (config: Config): Config => ({ ...config, community: { ...config.community, timezone } });

const setUp = async (timezone = "America/Chicago") => {
  const world = await appWithPeople({ adjust: inZone(timezone) });
  const { app, member } = world;
  const grant = (tier: string, until: string) =>
    grantTier(asSite(app.deps), { userId: member.id, tier, until: new Date(until) });
  /** Asked by a browser that has just signed in: the one of before may have been away too long. */
  const sub = async () => {
    const { members } = await person(app, member.id);
    return (await members.membership.query()).sub;
  };
  return { ...world, grant, sub };
};

describe("[API-07] membership", () => {
  test("of somebody new is nothing, in JSON, and one's own alone", async () => {
    const { app, member, grant } = await setUp();
    const nothing = { points: 0, sub: null, promoReceivedDate: null };
    const response = await member.ask("GET", "/api/userprofile/membership");
    expect([response.status, await response.json()]).toEqual([200, nothing]);
    expect((await app.request("/api/userprofile/membership")).status).toBe(401);
    await grant("Gold", "2026-06-01T00:00:00Z");
    const promoReceivedAt = new Date("2026-02-11T10:00:00Z");
    const lucky = await person(app, { promoReceivedAt });
    expect(await lucky.members.membership.query()).toEqual({
      ...nothing,
      promoReceivedDate: promoReceivedAt.toISOString(),
    });
  });

  test("[POINTS-06] names the highest tier that runs, each with its own end", async () => {
    const { clock, grant, sub } = await setUp("UTC");
    await grant("Gold", "2026-12-01T12:00:00Z");
    await grant("Vibranium", "2026-04-01T12:00:00Z");
    await grant("Diamond", "2026-05-01T12:00:00Z");
    expect(await sub()).toBe("Vibranium:2026-04-01");
    clock.set("2026-04-01T11:59:59.999Z");
    expect(await sub()).toBe("Vibranium:2026-04-01");
    clock.set("2026-04-01T12:00:00.000Z");
    expect(await sub()).toBe("Diamond:2026-05-01");
    clock.set("2026-05-02T00:00:00.000Z");
    expect(await sub()).toBe("Gold:2026-12-01");
    clock.set("2026-12-01T12:00:00.000Z");
    expect(await sub()).toBeNull();
  });

  test("[POINTS-06] its last day is a day of the community, to the millisecond before midnight", async () => {
    // Chicago is six hours behind UTC until 8 March 2026, five until 1 November.
    const cases: [until: string, lastDay: string][] = [
      ["2026-03-05T06:00:00.000Z", "2026-03-04"],
      ["2026-03-05T06:00:00.001Z", "2026-03-05"],
      ["2026-03-08T06:00:00.000Z", "2026-03-07"],
      ["2026-03-08T06:00:00.001Z", "2026-03-08"],
      ["2026-03-09T05:00:00.000Z", "2026-03-08"],
      ["2026-03-09T05:00:00.001Z", "2026-03-09"],
      ["2026-11-01T05:00:00.000Z", "2026-10-31"],
      ["2026-11-02T05:59:59.999Z", "2026-11-01"],
      ["2026-11-02T06:00:00.000Z", "2026-11-01"],
      ["2026-11-02T06:00:00.001Z", "2026-11-02"],
      ["2027-01-01T06:00:00.000Z", "2026-12-31"],
    ];
    const { grant, sub } = await setUp();
    for (const [until, lastDay] of cases) {
      await grant("Gold", until);
      expect(await sub()).toBe(`Gold:${lastDay}`);
    }
    const east = await setUp("Pacific/Auckland");
    await east.grant("Gold", "2026-03-31T11:00:00.000Z");
    expect(await east.sub()).toBe("Gold:2026-03-31");
    await east.grant("Gold", "2026-03-31T11:00:00.001Z");
    expect(await east.sub()).toBe("Gold:2026-04-01");
  });

  test("[POINTS-02] carries the balance, below zero too", async () => {
    const { app, member, stranger } = await setUp();
    const credit = (delta: number, reference: string) =>
      creditPoints(asSite(app.deps), {
        userId: member.id,
        kind: "admin",
        delta,
        reason: "Test",
        reference,
        actorId: null,
      });
    await credit(650, "a");
    expect(await member.members.membership.query()).toMatchObject({ points: 650 });
    await credit(-700, "b");
    expect(await member.members.membership.query()).toMatchObject({ points: -50 });
    expect(await stranger.members.membership.query()).toMatchObject({ points: 0 });
  });
});
