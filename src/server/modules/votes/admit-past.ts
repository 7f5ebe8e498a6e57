import type { Limit } from "#shared/constants/limits.ts";

/**
 * Counts what happened earlier as a limit would have then: in windows that begin with their first.
 * @returns whether one more was allowed for a subject, at a time in milliseconds; ask in order of time.
 */
export const admitPast = ({ max, windowMs }: Limit) => {
  const windows = new Map<string, { endsAtMs: number; count: number }>();
  return (subject: string, atMs: number): boolean => {
    const running = windows.get(subject);
    const window =
      running === undefined || atMs >= running.endsAtMs
        ? { endsAtMs: atMs + windowMs, count: 0 }
        : running;
    windows.set(subject, window);
    if (window.count >= max) return false;
    window.count += 1;
    return true;
  };
};
