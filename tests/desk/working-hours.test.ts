import { describe, expect, test } from "bun:test";
import { afterWorkingMinutes } from "#server/modules/desk/index.ts";
import type { WorkingHours } from "#shared/schemas/community/tickets.ts";

const WEEKDAYS: WorkingHours = {
  days: ["mon", "tue", "wed", "thu", "fri"],
  from: "09:00",
  until: "17:00",
};
const EVERY_DAY: WorkingHours = {
  ...WEEKDAYS,
  days: ["mon", "tue", "wed", "thu", "fri", "sat", "sun"],
};
const HOUR = 60;

/** In UTC. */
const due = (from: string, minutes: number, hours: WorkingHours | null, zone = "UTC") =>
  new Date(afterWorkingMinutes(Date.parse(from), minutes, hours, zone)).toISOString();

describe("[DESK-04] working time", () => {
  test.each([
    ["within a day", "2026-12-01T10:00:00Z", 2 * HOUR, "2026-12-01T12:00:00.000Z"],
    ["from before the day begins", "2026-12-01T03:00:00Z", HOUR, "2026-12-01T10:00:00.000Z"],
    ["to the very end of the day", "2026-12-01T16:00:00Z", HOUR, "2026-12-01T17:00:00.000Z"],
    ["over a night", "2026-12-01T16:30:00Z", HOUR, "2026-12-02T09:30:00.000Z"],
    ["from the evening", "2026-12-01T20:00:00Z", HOUR, "2026-12-02T10:00:00.000Z"],
    ["over a weekend", "2026-12-04T16:00:00Z", 2 * HOUR, "2026-12-07T10:00:00.000Z"],
    ["from a Saturday", "2026-12-05T12:00:00Z", HOUR, "2026-12-07T10:00:00.000Z"],
    ["over two weeks", "2026-12-01T09:00:00Z", 80 * HOUR, "2026-12-14T17:00:00.000Z"],
  ])("goes %s", (_name, from, minutes, expected) => {
    expect(due(from, minutes, WEEKDAYS)).toBe(expected);
  });

  test("without hours is all time", () => {
    expect(due("2026-12-05T23:30:00Z", HOUR, null)).toBe("2026-12-06T00:30:00.000Z");
  });

  test("is that of the community's clocks", () => {
    // 09:00 in Chicago is 15:00 in UTC, and 00:00 in Auckland 11:00.
    expect(due("2026-12-01T08:00:00Z", HOUR, WEEKDAYS, "America/Chicago")).toBe(
      "2026-12-01T16:00:00.000Z",
    );
    expect(due("2026-12-04T12:00:00Z", HOUR, WEEKDAYS, "Pacific/Auckland")).toBe(
      "2026-12-06T21:00:00.000Z",
    );
  });

  test("goes on past midnight, and belongs to the day on which the shift began", () => {
    const nights: WorkingHours = { days: ["fri"], from: "22:00", until: "02:00" };
    expect(due("2026-12-04T23:00:00Z", 2 * HOUR, nights)).toBe("2026-12-05T01:00:00.000Z");
    expect(due("2026-12-05T01:00:00Z", 2 * HOUR, nights)).toBe("2026-12-11T23:00:00.000Z");
    const always: WorkingHours = { ...EVERY_DAY, from: "00:00", until: "00:00" };
    expect(due("2026-12-05T12:00:00Z", 24 * HOUR, always)).toBe("2026-12-06T12:00:00.000Z");
  });

  test("is an hour shorter or longer in the night in which clocks are changed", () => {
    const nights: WorkingHours = { ...EVERY_DAY, from: "22:00", until: "06:00" };
    const berlin = (from: string) => due(from, 8 * HOUR, nights, "Europe/Berlin");
    // From 22:00 on: eight hours are over at 06:00, but for the two nights.
    expect(berlin("2026-12-01T21:00:00Z")).toBe("2026-12-02T05:00:00.000Z");
    expect(berlin("2026-03-28T21:00:00Z")).toBe("2026-03-29T21:00:00.000Z");
    expect(berlin("2026-10-24T20:00:00Z")).toBe("2026-10-25T04:00:00.000Z");
    expect(due("2026-03-28T23:00:00Z", HOUR, EVERY_DAY, "Europe/Berlin")).toBe(
      "2026-03-29T08:00:00.000Z",
    );
  });

  test("begins after the gap where clocks skip the hour in which it would", () => {
    const early: WorkingHours = { ...EVERY_DAY, from: "02:30", until: "04:30" };
    expect(due("2026-03-28T23:00:00Z", 30, early, "Europe/Berlin")).toBe(
      "2026-03-29T02:00:00.000Z",
    );
  });
});
