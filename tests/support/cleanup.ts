import { onTestFinished } from "bun:test";
import { clearAll } from "./tests-end.ts";

const pending: (() => unknown)[] = [];

/** Clears away what the test has made so far: for tests that make many worlds, one after the other. */
export const cleanUp = (): Promise<void> => clearAll(pending, "The test left something behind.");

/** Runs when the present test ends, last registered first (`onTestFinished` goes the other way). */
export const afterThisTest = (clean: () => unknown): void => {
  if (pending.length === 0) onTestFinished(cleanUp);
  pending.push(clean);
};
