import { expect, test } from "bun:test";
import { createPace } from "#client/lib/time.ts";

/** A pace whose pauses end when they are told to, and work that does. */
const openPace = () => {
  const pauses: { ms: number; end: () => void }[] = [];
  const runs: (() => void)[] = [];
  let again = 0;
  const pace = createPace(
    (run) => {
      again += 1;
      run();
    },
    (ms) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      pauses.push({ ms, end: resolve });
      return promise;
    },
  );
  const ask = (name = "tickets") =>
    void pace(name, () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      runs.push(resolve);
      return promise;
    });
  /** Ends the pauses up to so long. */
  const pass = async (ms: number) => {
    for (const pause of pauses) if (pause.ms <= ms) pause.end();
    await settle();
  };
  return { ask, runs, pass, again: () => again };
};
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

test("what is asked for first runs at once", () => {
  const { ask, runs } = openPace();
  ask();
  expect(runs).toHaveLength(1);
});

test("a hundred news within the pause are one more run", async () => {
  const { ask, runs, pass, again } = openPace();
  for (let news = 0; news < 101; news += 1) ask();
  runs[0]?.();
  await pass(500);
  expect(runs).toHaveLength(2);
  expect(again()).toBe(1);
  runs[1]?.();
  await pass(500);
  expect(runs).toHaveLength(2);
});

test("a run waits for the one before it, but not for one that hangs", async () => {
  const { ask, runs, pass } = openPace();
  ask();
  ask();
  await pass(500);
  expect(runs).toHaveLength(1);
  await pass(5000);
  expect(runs).toHaveLength(2);
});

test("work of another name does not wait", () => {
  const { ask, runs } = openPace();
  ask("tickets");
  ask("notifications");
  expect(runs).toHaveLength(2);
});
