import { timeoutManager } from "@tanstack/react-query";

/** A tab that nobody has touched for so long asks nothing on a person's behalf. */
const UNTOUCHED_MS = 60_000;

/** By this header a request says that no person has caused it. */
export const BACKGROUND_HEADER = { "x-background": "1" } as const;

let depth = 0;
let touchedAtMs = Date.now();

/** Marks what `work` asks of the server, before it waits for anything, as caused by no person. */
export const inBackground = <T>(work: () => T): T => {
  depth += 1;
  try {
    return work();
  } finally {
    depth -= 1;
  }
};

/** Says that a person does something here. */
export const noteTouch = () => {
  touchedAtMs = Date.now();
};

/** True where what is asked now is not asked by a person, and so keeps no session alive. */
export const isBackground = (): boolean => depth > 0 || Date.now() - touchedAtMs > UNTOUCHED_MS;

/** Marks whatever the timers of queries ask. To be called before the first query. */
export const markQueryTimers = () =>
  timeoutManager.setTimeoutProvider<ReturnType<typeof setTimeout>>({
    setTimeout: (work, delayMs) => setTimeout(() => inBackground(work), delayMs),
    clearTimeout: (id) => clearTimeout(id),
    setInterval: (work, delayMs) => setInterval(() => inBackground(work), delayMs),
    clearInterval: (id) => clearInterval(id),
  });
