import { describe, expect, test } from "bun:test";
import { overAt, type Plan, spansOf, timesOf } from "#server/modules/calendar/index.ts";

const at = (text: string) => new Date(text);
const plan = (begins: string, more: Partial<Plan> = {}): Plan => ({
  beginsAt: at(begins),
  minutes: 0,
  repeat: "never",
  repeatUntil: null,
  ...more,
});
const times = (one: Plan, from: string, to: string, zone = "Europe/Berlin", max = 100) =>
  timesOf(one, zone, { from: at(from), to: at(to), max }).map((time) => time.toISOString());

const days = (one: Plan) =>
  times(one, "2026-01-01T00:00:00Z", "2026-07-01T00:00:00Z").map((time) => time.slice(5, 10));

describe("[CAL-02] what repeats", () => {
  test("keeps its time of day when the clocks change", () => {
    const weekly = plan("2026-03-22T17:00:00Z", { repeat: "weekly" });
    expect(times(weekly, "2026-03-20T00:00:00Z", "2026-04-10T00:00:00Z")).toEqual([
      "2026-03-22T17:00:00.000Z",
      "2026-03-29T16:00:00.000Z",
      "2026-04-05T16:00:00.000Z",
    ]);
  });

  test("ends at the same time of day, also when the clocks change meanwhile", () => {
    // Friday, 18:00 to Sunday, 23:59 in Chicago, where the clocks change on March 8 and November 1.
    const weekend = plan("2026-02-28T00:00:00Z", { repeat: "weekly", minutes: 54 * 60 - 1 });
    const range = { from: at("2026-02-27T00:00:00Z"), to: at("2026-11-04T00:00:00Z"), max: 100 };
    const ends = spansOf(weekend, "America/Chicago", range).map(({ ends }) => ends.toISOString());
    expect(ends.slice(0, 3)).toEqual([
      "2026-03-02T05:59:00.000Z",
      "2026-03-09T04:59:00.000Z",
      "2026-03-16T04:59:00.000Z",
    ]);
    expect(ends.at(-1)).toBe("2026-11-02T05:59:00.000Z");
    const until = { ...weekend, repeatUntil: at("2026-03-07T06:00:00Z") };
    expect(overAt(until, "America/Chicago")).toEqual(at("2026-03-09T04:59:00Z"));
    // It goes on until then.
    const late = { from: at("2026-03-09T05:00:00Z"), to: at("2026-03-10T00:00:00Z"), max: 1 };
    expect(timesOf(weekend, "America/Chicago", late)).toEqual([]);
  });

  test("keeps its time of day where another day of the month has none of it", () => {
    // Half past two is skipped in Sydney on October 1, 2028: the first Sunday, and the day of no time.
    const monthly = plan("2028-08-11T16:30:00Z", { repeat: "monthly" });
    expect(
      times(monthly, "2028-08-01T00:00:00Z", "2028-11-20T00:00:00Z", "Australia/Sydney"),
    ).toEqual([
      "2028-08-11T16:30:00.000Z",
      "2028-09-08T16:30:00.000Z",
      "2028-10-13T15:30:00.000Z",
      "2028-11-10T15:30:00.000Z",
    ]);
  });

  test("takes time also on a day on which the hour of its beginning is skipped", () => {
    const nightly = plan("2026-03-27T01:30:00Z", { repeat: "daily", minutes: 30 });
    const range = { from: at("2026-03-29T00:00:00Z"), to: at("2026-03-30T00:00:00Z"), max: 5 };
    expect(spansOf(nightly, "Europe/Berlin", range)).toEqual([
      { begins: at("2026-03-29T01:30:00Z"), ends: at("2026-03-29T02:00:00Z") },
    ]);
  });

  test("every month is on the same weekday of it, and a fifth one on the last", () => {
    const first = plan("2026-01-01T19:00:00Z", { repeat: "monthly" });
    expect(days(first)).toEqual(["01-01", "02-05", "03-05", "04-02", "05-07", "06-04"]);
    const fifth = plan("2026-01-29T19:00:00Z", { repeat: "monthly" });
    expect(days(fifth)).toEqual(["01-29", "02-26", "03-26", "04-30", "05-28", "06-25"]);
  });

  test("is found years later, without going through what is past", () => {
    const daily = plan("2001-01-01T04:00:00Z", { repeat: "daily" });
    expect(times(daily, "2026-06-01T00:00:00Z", "2126-06-03T00:00:00Z", "UTC", 2)).toEqual([
      "2026-06-01T04:00:00.000Z",
      "2026-06-02T04:00:00.000Z",
    ]);
    const monthly = plan("1990-01-04T04:00:00Z", { repeat: "monthly" });
    expect(times(monthly, "2026-06-01T00:00:00Z", "2026-08-01T00:00:00Z", "UTC")).toEqual([
      "2026-06-04T04:00:00.000Z",
      "2026-07-02T04:00:00.000Z",
    ]);
  });

  test("is shown while it goes on, and ends with the last moment that was said", () => {
    const nights = plan("2026-01-02T20:00:00Z", {
      repeat: "weekly",
      minutes: 240,
      repeatUntil: at("2026-01-16T20:00:00Z"),
    });
    expect(times(nights, "2026-01-09T23:59:00Z", "2026-03-01T00:00:00Z", "UTC")).toEqual([
      "2026-01-09T20:00:00.000Z",
      "2026-01-16T20:00:00.000Z",
    ]);
    expect(times(nights, "2026-01-10T00:00:00Z", "2026-03-01T00:00:00Z", "UTC")).toEqual([
      "2026-01-16T20:00:00.000Z",
    ]);
    expect(overAt(nights, "UTC")).toEqual(at("2026-01-17T00:00:00Z"));
  });

  test("is over when its only, or its last, time is", () => {
    expect(overAt(plan("2026-01-02T20:00:00Z", { minutes: 30 }), "UTC")).toEqual(
      at("2026-01-02T20:30:00Z"),
    );
    expect(overAt(plan("2026-01-02T20:00:00Z", { repeat: "daily" }), "UTC")).toBeNull();
    const months = { repeat: "monthly", repeatUntil: at("2026-03-31T00:00:00Z") } as const;
    expect(overAt(plan("2026-01-01T20:00:00Z", months), "UTC")).toEqual(at("2026-03-05T20:00:00Z"));
  });
});
