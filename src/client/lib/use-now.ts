import { useSyncExternalStore } from "react";

const TICK_MS = 30_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for all that show a time, so that they are drawn together. */
const everyTick = (onChange: () => void) => {
  listeners.add(onChange);
  timer ??= setInterval(() => {
    for (const listener of listeners) listener();
  }, TICK_MS);
  return () => {
    listeners.delete(onChange);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
};
const presentTick = () => Math.floor(Date.now() / TICK_MS) * TICK_MS;

/** The present time in milliseconds, renewed every half minute; null before the page is live. */
export const useNow = (): number | null =>
  useSyncExternalStore<number | null>(everyTick, presentTick, () => null);
