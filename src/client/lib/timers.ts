import { useEffect, useEffectEvent, useState } from "react";

/**
 * Acts once when so much time has passed.
 * @param ms null while it is not to begin.
 */
export const useAfter = (ms: number | null, act: () => void) => {
  const onTime = useEffectEvent(act);
  useEffect(() => {
    if (ms === null) return undefined;
    const timer = setTimeout(() => onTime(), ms);
    return () => clearTimeout(timer);
  }, [ms]);
};

/** The value as it was when it had last stood still for so long, in milliseconds. */
export const useDebounced = <Value>(value: Value, ms: number): Value => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
};

/** So much time lies between two runs of the same work at least. */
const LEAST_MS = 500;
/** Work that takes longer than this no longer holds up its next run. */
const MOST_MS = 5000;

const inMs = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Work that news ask for, however often they come: it runs at once, and what is asked for while it
 * runs, or within the next half second, is one more run afterwards.
 * @param again starts that run; to mark who causes it, for instance.
 */
export const createPace = (again: (run: () => void) => void, pause = inMs) => {
  const running = new Map<string, { isDue: boolean }>();
  /** @param name tells one kind of work from another. */
  const ask = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    const before = running.get(name);
    if (before !== undefined) {
      before.isDue = true;
      return;
    }
    const present = { isDue: false };
    running.set(name, present);
    await Promise.all([pause(LEAST_MS), Promise.race([work(), pause(MOST_MS)])]);
    running.delete(name);
    if (present.isDue) again(() => void ask(name, work));
  };
  return ask;
};
