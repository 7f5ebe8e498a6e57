import { expect, test } from "bun:test";
import type { BackupConfig } from "#server/config/providers.ts";
import { isBackupDue } from "#server/modules/backups/index.ts";
import { HOUR_MS } from "#shared/constants/time.ts";

const config = (every: BackupConfig["every"]): BackupConfig => ({
  every,
  keep: 2,
  to: { folder: "/backups" },
  place: "/backups",
});
const madeAt = (at: string, place = "/backups") => ({
  made: { at: new Date(at), durationMs: 1, bytes: 1, place, name: "x", rows: 1 },
  failed: null,
});
const none = { made: null, failed: null };
const BERLIN = "Europe/Berlin";

test.each([
  ["the first one", none, "2026-12-01T12:00:00Z", true],
  ["before six hours are over", madeAt("2026-12-01T06:00:01Z"), "2026-12-01T12:00:00Z", false],
  ["after six hours", madeAt("2026-12-01T06:00:00Z"), "2026-12-01T12:00:00Z", true],
  [
    "the first one in another place",
    madeAt("2026-12-01T11:59:00Z", "/old"),
    "2026-12-01T12:00:00Z",
    true,
  ],
  ["after one of the future", madeAt("2027-01-01T00:00:00Z"), "2026-12-01T12:00:00Z", true],
])("[BACK-01] every six hours: %s", (_, last, now, isDue) => {
  expect(isBackupDue(config({ ms: 6 * HOUR_MS }), last, new Date(now), BERLIN)).toBe(isDue);
});

test.each([
  // 04:30 in Berlin is 03:30 UTC in winter, and 02:30 in summer.
  ["2026-12-01T03:30:00Z", "2026-12-02T03:29:59Z", false],
  ["2026-12-01T03:30:00Z", "2026-12-02T03:30:00Z", true],
  ["2026-12-01T20:00:00Z", "2026-12-02T03:30:00Z", true],
  ["2026-12-02T03:31:00Z", "2026-12-02T23:59:00Z", false],
  ["2026-07-01T02:30:00Z", "2026-07-02T02:29:59Z", false],
  ["2026-07-01T02:30:00Z", "2026-07-02T02:30:00Z", true],
  // The clocks go back in the night before.
  ["2026-10-24T02:30:00Z", "2026-10-25T02:30:00Z", false],
  ["2026-10-24T02:30:00Z", "2026-10-25T03:30:00Z", true],
  // The machine was off for a week.
  ["2026-11-01T03:30:00Z", "2026-11-08T01:00:00Z", true],
])("[BACK-01] daily at 04:30 where the community is: after %s, at %s", (last, now, isDue) => {
  expect(isBackupDue(config({ time: "04:30" }), madeAt(last), new Date(now), BERLIN)).toBe(isDue);
});

test("[BACK-01] after a failure it is tried again within the hour, or after half of the interval", () => {
  const at = new Date("2026-12-01T12:00:00Z");
  const last = {
    ...madeAt("2026-12-01T10:00:00Z"),
    failed: { at, since: at, reason: "The disk is full." },
  };
  const isDueAfter = (minutes: number, hours: number) =>
    isBackupDue(
      config({ ms: hours * HOUR_MS }),
      last,
      new Date(at.getTime() + minutes * 60_000),
      BERLIN,
    );
  expect([isDueAfter(59, 24), isDueAfter(60, 24)]).toEqual([false, true]);
  expect([isDueAfter(29, 1), isDueAfter(30, 1)]).toEqual([false, true]);
});
