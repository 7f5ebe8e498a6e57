/**
 * Preloaded by `bun test` (bunfig.toml): a complaint on the console fails the test that is running.
 * The program itself has a log and never writes there, so it comes from a library, and means it.
 */

import { afterEach, beforeEach } from "bun:test";
import { inspect } from "node:util";

const received: string[] = [];

for (const method of ["error", "warn"] as const)
  console[method] = (...values: unknown[]) => {
    received.push(
      `console.${method}: ${values.map((value) => (typeof value === "string" ? value : inspect(value))).join(" ")}`,
    );
  };

beforeEach(() => {
  received.length = 0;
});
afterEach(() => {
  if (received.length === 0) return;
  throw new Error(`The console was not silent:\n${received.join("\n")}`);
});
