import { describe, expect, setSystemTime, test } from "bun:test";
import { CLOCK_KEY, createServerClock } from "#client/lib/session/token-store.ts";
import { HOUR_MS } from "#shared/constants/time.ts";
import { afterThisTest } from "#tests/support/cleanup.ts";
import { memoryStorage } from "./tokens.ts";

const SERVER = new Date("2026-11-22T12:00:00Z");

/** The browser's clock, so many hours from the server's. */
const setClock = (aheadHours: number) => {
  setSystemTime(new Date(SERVER.getTime() + aheadHours * HOUR_MS));
  afterThisTest(() => void setSystemTime());
};

describe("[SESS-14] the server's time", () => {
  test.each([25, -25, 0])("is known from its answers, by a clock %d hours ahead", (ahead) => {
    setClock(ahead);
    const storage = memoryStorage();
    const clock = createServerClock(storage);
    expect(clock.nowMs()).toBe(Date.now());
    clock.note(SERVER.toUTCString(), Date.now());
    expect(clock.nowMs()).toBe(SERVER.getTime());
    expect(storage.getItem(CLOCK_KEY) !== null).toBe(ahead !== 0);
  });

  test("is remembered by the next page, unless that would let a session end early", () => {
    setClock(25);
    const storage = memoryStorage();
    createServerClock(storage).note(SERVER.toUTCString(), Date.now());
    expect(createServerClock(storage).nowMs()).toBe(SERVER.getTime());
    setClock(-25);
    createServerClock(storage).note(SERVER.toUTCString(), Date.now());
    expect(createServerClock(storage).nowMs()).toBe(Date.now());
    setClock(0);
    createServerClock(storage).note(SERVER.toUTCString(), Date.now());
    expect(storage.getItem(CLOCK_KEY)).toBeNull();
  });

  test("is not read from what says nothing: no date, or a clock that was set meanwhile", () => {
    setClock(25);
    const clock = createServerClock(memoryStorage());
    for (const [date, sentAtMs] of [
      [null, Date.now()],
      ["yesterday", Date.now()],
      [SERVER.toUTCString(), SERVER.getTime()],
    ] as const)
      clock.note(date, sentAtMs);
    expect(clock.nowMs()).toBe(Date.now());
  });
});
