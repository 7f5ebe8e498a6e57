import { useSyncExternalStore } from "react";
import { createEmitter } from "./emitter.ts";

const TICK_MS = 30_000;

const ticks = createEmitter();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for all that show a time, so that they are drawn together. */
const everyTick = (onChange: () => void) => {
  const leave = ticks.subscribe(onChange);
  timer ??= setInterval(() => ticks.emit(), TICK_MS);
  return () => {
    leave();
    if (!ticks.isEmpty()) return;
    clearInterval(timer);
    timer = undefined;
  };
};
const presentTick = () => Math.floor(Date.now() / TICK_MS) * TICK_MS;

/** The present time in milliseconds, renewed every half minute; null before the page is live. */
export const useNow = (): number | null =>
  useSyncExternalStore<number | null>(everyTick, presentTick, () => null);
