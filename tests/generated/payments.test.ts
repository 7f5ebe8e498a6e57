import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { cleanUp } from "#tests/support/cleanup.ts";
import { shopWithPeople } from "#tests/support/orders.ts";
import { outcome, eventsOf } from "#tests/support/payment-events.ts";
import { RUNS, SEED } from "./model.ts";

const EVENTS = [
  "completed",
  "refunded",
  "dispute.opened",
  "dispute.won",
  "dispute.lost",
  "dispute.closed",
  "started",
  "renewed",
  "renewal-paid",
  "renewal-refunded",
  "cancelled",
  "aborted",
  "ended",
] as const;

/** Some of the events in any order, some of them told twice. */
const deliveries = fc
  .tuple(
    fc.uniqueArray(fc.nat(EVENTS.length - 1), { minLength: 1, maxLength: 7 }),
    fc.array(fc.nat(6), { maxLength: 3 }),
  )
  .chain(([kinds, again]) => {
    const twice = again.flatMap((at) => kinds.slice(at, at + 1));
    const all = [...kinds, ...twice];
    return fc
      .shuffledSubarray(
        all.map((_, index) => index),
        { minLength: all.length },
      )
      .map((order) => ({ kinds, order: order.map((at) => all[at] ?? 0) }));
  });

test("events of a payment end alike in whatever order they come, and however often", () =>
  fc.assert(
    fc.asyncProperty(deliveries, async ({ kinds, order }) => {
      const inOrder = kinds.toSorted((a, b) => a - b);
      const wanted = await outcome(await shopWithPeople(), eventsOf(EVENTS), inOrder);
      expect(await outcome(await shopWithPeople(), eventsOf(EVENTS), order)).toEqual(wanted);
      await cleanUp();
    }),
    { seed: SEED, numRuns: RUNS },
  ));
