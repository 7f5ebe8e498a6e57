import { test } from "bun:test";
import type { Screen } from "#scripts/browser.ts";

/** `bun run test` sets this to "0", and with `--all` to "1". Whoever runs a file by itself gets all of its tests. */
const HAS_LONG = process.env["LONG_TESTS"] !== "0";

/**
 * Declares a test that `bun run test` leaves to `bun run test --all`, in the way that `test` does: one that
 * takes seconds, where a shorter one says whether the same part of the site works at all.
 */
export const long = test.skipIf(!HAS_LONG);

/** The screens on which a browser test is run: the first alone, and with `--all` each of them. */
export const onScreens = <const All extends readonly [Screen, ...Screen[]]>(
  ...all: All
): readonly All[number][] => (HAS_LONG ? all : all.slice(0, 1));
