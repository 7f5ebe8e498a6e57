import type { Engine } from "#server/store/store.ts";

const BEGAN_MS = Date.UTC(2026, 0, 1);

/** Rows of one number `i` each, from 1 to `count`; both engines understand it. */
export const numbers = (count: number): string =>
  `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;

/** How an engine writes so many seconds after the first day, and what is not so. */
export const writtenFor = (engine: Engine) => {
  const isPostgres = engine === "postgres";
  return {
    time: (seconds: string): string =>
      isPostgres
        ? `to_timestamp(${BEGAN_MS / 1000} + ${seconds})`
        : `${BEGAN_MS} + (${seconds}) * 1000`,
    no: isPostgres ? "false" : "0",
  };
};
