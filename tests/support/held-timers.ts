import type { BrowserContext, Page } from "@playwright/test";

type Work = (...given: unknown[]) => void;
type Held = {
  /** So long is held. */
  lengths: Set<number>;
  /** What is held, by the number that stands for it in the page. */
  timers: Map<number, { ms: number; run: () => void }>;
};
type HoldingWindow = Window & { held?: Held };

/** Runs in the page, before the scripts of its own. */
const hold = (heldMs: number) => {
  const page = window as HoldingWindow;
  page.held?.lengths.add(heldMs);
  if (page.held !== undefined) return;
  const { lengths, timers } = (page.held = { lengths: new Set([heldMs]), timers: new Map() });
  let count = 0;
  const begin =
    (start: Work, isRepeated: boolean) =>
    (work: Work, ms: number, ...more: unknown[]) => {
      if (!lengths.has(ms)) return start(work, ms, ...more);
      count += 1;
      // The browser's own numbers are positive.
      const id = -count;
      const run = () => {
        if (!isRepeated) timers.delete(id);
        work(...more);
      };
      timers.set(id, { ms, run });
      return id;
    };
  const end = (stop: Work) => (id: number) => {
    if (!timers.delete(id)) stop(id);
  };
  Object.assign(window, {
    setTimeout: begin(setTimeout as Work, false),
    setInterval: begin(setInterval as Work, true),
    clearTimeout: end(clearTimeout as Work),
    clearInterval: end(clearInterval as Work),
  });
};

/**
 * What begins to wait exactly so many milliseconds from now on waits for `letPass` instead. For what is on
 * the screen for seconds only: a slow machine sees it, too.
 */
export const holdTimers = async (target: Page | BrowserContext, ms: number): Promise<void> => {
  await target.addInitScript(hold, ms);
  if ("evaluate" in target) await target.evaluate(hold, ms);
};

/** Lets that time pass once, as soon as something waits for it. */
export const letPass = async (page: Page, ms: number): Promise<void> => {
  await page.waitForFunction((heldMs) => {
    const timers = [...((window as HoldingWindow).held?.timers.values() ?? [])];
    const due = timers.filter((timer) => timer.ms === heldMs);
    for (const { run } of due) run();
    return due.length > 0;
  }, ms);
};

/**
 * Does something, and lets what then waits exactly so many milliseconds wait no longer: for what is on the
 * screen for seconds only, and of no interest to the test.
 */
export const skipWait = async (page: Page, ms: number, act: () => Promise<void>): Promise<void> => {
  await page.evaluate(hold, ms);
  await act();
  await letPass(page, ms);
  await page.evaluate((heldMs) => (window as HoldingWindow).held?.lengths.delete(heldMs), ms);
};
