import { useSyncExternalStore } from "react";

const TICK_MS = 30_000;

const everyTick = (onChange: () => void) => {
  const timer = setInterval(onChange, TICK_MS);
  return () => clearInterval(timer);
};
const presentTick = () => Math.floor(Date.now() / TICK_MS) * TICK_MS;

/** The present time in milliseconds, renewed every half minute; null before the page is live. */
export const useNow = (): number | null =>
  useSyncExternalStore<number | null>(everyTick, presentTick, () => null);
