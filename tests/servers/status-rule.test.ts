import { expect, test } from "bun:test";
import { nextStatus, type StatusRecord } from "#server/modules/servers/ask.ts";
import type { GameReading } from "#server/providers/ports/outside.ts";

const reading: GameReading = { serverName: "Den", version: "1.2", players: 9, maxPlayers: 70 };
const at = (seconds: number) => new Date(Date.UTC(2026, 2, 1, 12, 0, seconds));

/** Asks every 15 seconds; `null` is a miss. */
const follow = (readings: readonly (GameReading | null)[]) => {
  let row: StatusRecord | undefined;
  return readings.map((answer, index) => {
    const step = nextStatus(row, { key: "den", game: "eco", reading: answer }, at(index * 15));
    row = step.next;
    return step;
  });
};
const statesOf = (readings: readonly (GameReading | null)[]) =>
  follow(readings).map(({ next }) => next.state);

test("the first answer makes a server online, at once", () => {
  expect(statesOf([reading])).toEqual(["online"]);
  expect(statesOf([null, null, null, reading])).toEqual([
    "unknown",
    "unknown",
    "unknown",
    "online",
  ]);
});

test("[STATUS-09] one miss is no outage, two in a row are", () => {
  expect(statesOf([reading, null, reading, null, null, null])).toEqual([
    "online",
    "online",
    "online",
    "online",
    "offline",
    "offline",
  ]);
});

test("one answer ends an outage", () => {
  expect(statesOf([reading, null, null, reading, null]).slice(2)).toEqual([
    "offline",
    "online",
    "online",
  ]);
});

test("a server is offline since the first question that it left unanswered", () => {
  const steps = follow([reading, reading, null, null, null]);
  expect(steps.map(({ next }) => next.since)).toEqual([at(0), at(0), at(0), at(30), at(30)]);
});

test("a miss from before a restart of hours does not count as the first of two", () => {
  const online = nextStatus(undefined, { key: "den", game: "eco", reading }, at(0)).next;
  const missed = { key: "den", game: "eco", reading: null } as const;
  const before = nextStatus(online, missed, at(15)).next;
  const after = nextStatus(before, missed, at(15 + 7200)).next;
  expect(after).toMatchObject({ state: "online", misses: 1 });
  expect(nextStatus(after, missed, at(30 + 7200)).next).toMatchObject({
    state: "offline",
    since: at(15 + 7200),
  });
});

test("the last known figures stay while a server is away", () => {
  const last = follow([reading, null, null, null]).at(-1)?.next;
  expect(last).toMatchObject({ ...reading, state: "offline" });
});

test("only what people see counts as visible, and a quiet row does not count as changed", () => {
  const other = { ...reading, players: 10 };
  const steps = follow([reading, reading, other, null, null, null]);
  expect(steps.map(({ isVisible }) => isVisible)).toEqual([true, false, true, false, true, false]);
  expect(steps.map(({ isChanged }) => isChanged)).toEqual([true, false, true, true, true, false]);
  expect(steps.map(({ next }) => next.checkedAt)).toEqual([0, 15, 30, 45, 60, 75].map(at));
  expect(steps.map(({ next }) => next.changedAt)).toEqual([0, 0, 30, 30, 60, 60].map(at));
});

test("a key that moved to another game takes it over", () => {
  const [first] = follow([reading]);
  const moved = nextStatus(first?.next, { key: "den", game: "minecraft", reading }, at(15));
  expect(moved.next.game).toBe("minecraft");
  expect(moved.isVisible).toBe(true);
});
