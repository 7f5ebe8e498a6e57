import { describe, expect, setSystemTime, test } from "bun:test";
import { CLOCK_KEY, createServerClock } from "#client/lib/session/server-clock.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { createShelf } from "./tokens.ts";

const HOUR_MS = 3_600_000;
const SERVER = new Date("2026-11-22T12:00:00Z");

/** The browser's clock, so many hours from the server's. */
const setClock = (aheadHours: number) => {
  setSystemTime(new Date(SERVER.getTime() + aheadHours * HOUR_MS));
  afterThisTest(() => void setSystemTime());
};

describe("[facts §10] the server's time", () => {
  test.each([25, -25, 0])("is known from its answers, by a clock %d hours ahead", (ahead) => {
    setClock(ahead);
    const shelf = createShelf();
    const clock = createServerClock(shelf);
    expect(clock.nowMs()).toBe(Date.now());
    clock.note(SERVER.toUTCString(), Date.now());
    expect(clock.nowMs()).toBe(SERVER.getTime());
    expect(shelf.getItem(CLOCK_KEY) !== null).toBe(ahead !== 0);
  });

  test("is remembered by the next page, unless that would let a session end early", () => {
    setClock(25);
    const shelf = createShelf();
    createServerClock(shelf).note(SERVER.toUTCString(), Date.now());
    expect(createServerClock(shelf).nowMs()).toBe(SERVER.getTime());
    setClock(-25);
    createServerClock(shelf).note(SERVER.toUTCString(), Date.now());
    expect(createServerClock(shelf).nowMs()).toBe(Date.now());
    setClock(0);
    createServerClock(shelf).note(SERVER.toUTCString(), Date.now());
    expect(shelf.getItem(CLOCK_KEY)).toBeNull();
  });

  test("is not read from what says nothing: no date, or a clock that was set meanwhile", () => {
    setClock(25);
    const clock = createServerClock(createShelf());
    for (const [date, sentAtMs] of [
      [null, Date.now()],
      ["yesterday", Date.now()],
      [SERVER.toUTCString(), SERVER.getTime()],
    ] as const)
      clock.note(date, sentAtMs);
    expect(clock.nowMs()).toBe(Date.now());
  });
});
